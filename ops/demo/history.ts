import type { AccountState } from '#contracts/account/state.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { changeStoryGroup, createStoryGroup } from '#contracts/story-group/commands.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, groupTransition, storyStatus } from '#contracts/story-group/status.ts';
import { addStory, changeStory } from '#contracts/story-group/story-commands.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { withContext } from '#kernel/commands/command-trx.ts';
import { hourMs } from '#projections/analytics/archive/hours.ts';
import { decideAccount } from '#services/account/decide.ts';
import { decideApp } from '#services/app/decide.ts';
import type { StoryCommand } from '#services/story-group/story/decide.ts';
import { decideTeam } from '#services/team/decide.ts';
import { openInvitation } from './beginning.ts';
import { type DemoCast, dayMs } from './cast.ts';
import { onGroup, onOrder, onStories } from './commands.ts';
import { designing } from './designs.ts';
import { type Format, storeFilm, storePicture } from './media.ts';
import { lastOfficeMoment } from './office.ts';
import { createSeededRandom } from './random.ts';
import { changeStream, type DemoStep, demoPrincipal } from './step.ts';
import type { GroupTimeline, StoryTimeline } from './timeline.ts';

/**
 * Whether a group's end lies in the past. Such an end is set in one transaction with what it does: a group that is
 * active after its end would be ended by the running system, today and amid its own history.
 */
const hasEnded = (cast: DemoCast, { ends }: GroupTimeline): boolean => ends !== null && ends < cast.start;

const creating = (cast: DemoCast, group: GroupTimeline): DemoStep => {
  let icon = '';
  const { idea, app, by } = group;
  const format: Format = createSeededRandom(`cover:${group.id}`).happens(0.5) ? 'png' : 'jpeg';
  return {
    key: `group:${group.id}`,
    at: group.at,
    by,
    prepare: async (kernel) => {
      icon = (await storePicture(kernel, cast, `${app.key}/${idea.cover}`, format)).key;
    },
    run: async (trx) => {
      const status = idea.fate === 'test' ? groupStatus.test : groupStatus.active;
      const asked = createStoryGroup.parse({
        app_id: app.id,
        instance_id: group.instance,
        title: idea.title,
        icon,
        ts_start: toSeconds(group.at),
        ts_end: group.ends === null || hasEnded(cast, group) ? null : toSeconds(group.ends),
        segments: idea.labels ?? null,
        status,
      });
      const { title, ts_start, ts_end = null, segments } = asked;
      const fields = { title, icon, ts_start, ts_end, segments: segments ?? [] };
      const place = { account_id: cast.account, app_id: app.id, instance_id: group.instance };
      await onGroup(trx, cast, group, by, { type: 'CreateGroup', ...place, fields, status });
    },
  };
};

const formatOf = (story: StoryTimeline): Format => {
  const chance = createSeededRandom(`format:${story.id}`).next();
  return chance < 0.94 ? 'jpeg' : chance < 0.97 ? 'png' : 'webp';
};

const adding = (cast: DemoCast, group: GroupTimeline, story: StoryTimeline): DemoStep => {
  let media: StoredMedia;
  const { idea } = story;
  return {
    key: `story:${story.id}`,
    at: story.at,
    by: group.by,
    prepare: async (kernel) => {
      const name = `${group.app.key}/${idea.picture}`;
      const film = idea.film ? await storeFilm(kernel, cast.account, name) : null;
      media = film ?? (await storePicture(kernel, cast, name, formatOf(story)));
    },
    run: async (trx) => {
      const type = media.mime_type.startsWith('video/') ? 2 : 1;
      const link = idea.link ? { button_text: idea.link[0], outlink: `${group.app.site}/${idea.link[1]}` } : {};
      const {
        title,
        button_text = '',
        outlink = '',
      } = addStory.parse({ title: idea.title, type, media: media.key, ...link });
      await onStories(trx, cast, group, group.by, {
        type: 'AddStories',
        stories: [{ id: story.id, title, type, media, button_text, outlink }],
      });
    },
  };
};

const offAndOn = (cast: DemoCast, group: GroupTimeline, story: StoryTimeline): DemoStep[] => {
  if (!story.off) return [];
  const { at, next, until } = story.off;
  const by = group.by === 'creator' ? group.app.runs : group.by;
  const to = (status: number): StoryCommand => ({
    type: 'ChangeStory',
    story_id: story.id,
    changes: {},
    status: changeStory.shape.status.parse(status),
  });
  return [
    { key: `off:${story.id}`, at, by, run: (trx) => onStories(trx, cast, group, by, to(storyStatus.inactive)) },
    {
      key: `next:${story.id}`,
      at: until,
      by,
      run: (trx) => onStories(trx, cast, group, by, to(next === 'on' ? storyStatus.active : storyStatus.deleted)),
    },
  ];
};

const setStatus = (cast: DemoCast, group: GroupTimeline, key: string, at: EpochMs, status: number): DemoStep => ({
  key: `${key}:${group.id}`,
  at,
  by: group.app.runs,
  run: (trx) =>
    onGroup(trx, cast, group, group.app.runs, {
      type: 'ChangeGroup',
      fields: {},
      status: changeStoryGroup.shape.status.parse(status),
    }),
});

const approving = (cast: DemoCast, group: GroupTimeline, at: EpochMs): DemoStep[] => [
  setStatus(cast, group, 'approve', at, groupStatus.active),
  ...group.stories.map(
    (story, index): DemoStep => ({
      key: `approve-story:${story.id}`,
      at: at + 20_000 * (index + 1),
      by: group.app.runs,
      run: (trx) =>
        onStories(trx, cast, group, group.app.runs, {
          type: 'ChangeStory',
          story_id: story.id,
          changes: {},
          status: storyStatus.active,
        }),
    }),
  ),
];

/** Somebody sets the end of a group that is active, and the system ends it. */
const ending = (cast: DemoCast, group: GroupTimeline, at: EpochMs): DemoStep => ({
  key: `end:${group.id}`,
  at: at + 2000,
  by: 'system',
  run: async (trx) => {
    const actor = { type: 'user' as const, id: cast.people[group.by] };
    const fields = { ts_end: toSeconds(at) };
    const asPerson = withContext(trx, { actor });
    await onGroup(asPerson, cast, group, group.by, { type: 'ChangeGroup', fields });
    const cause = { type: 'end_date', id: group.id, detail: new Date(at).toISOString() };
    await changeStream<StoryGroupState>(
      withContext(trx, { cause }),
      `storyGroup-${group.id}`,
      (state): StoryGroupEvent[] =>
        groupTransition(state.status, groupStatus.ended) === 'system'
          ? [{ type: 'StoryGroupStatusChanged', data: { from: state.status, to: groupStatus.ended } }]
          : [],
    );
  },
});

const describing = (cast: DemoCast, group: GroupTimeline, at: EpochMs): DemoStep => ({
  key: `describe:${group.id}`,
  at,
  by: group.by,
  run: (trx) =>
    onGroup(trx, cast, group, group.by, {
      type: 'ChangeGroup',
      fields: { settings: { description: group.idea.words } },
    }),
});

const sorting = (cast: DemoCast, group: GroupTimeline, at: EpochMs): DemoStep => ({
  key: `sort:${group.id}`,
  at,
  by: group.by,
  run: async (trx) => {
    const there = group.stories
      .filter((story) => story.at < at && (story.off?.next !== 'deleted' || story.off.until > at))
      .map((story) => story.id);
    const order = [there.at(-1)!, ...there.slice(0, -1)];
    if (there.length > 1) await onStories(trx, cast, group, group.by, { type: 'SortStories', order });
  },
});

const groupSteps = (cast: DemoCast, group: GroupTimeline): DemoStep[] => {
  const { idea, paused, ends } = group;
  const steps: DemoStep[] = [
    creating(cast, group),
    ...group.stories.map((story) => adding(cast, group, story)),
    ...group.stories.flatMap((story) => offAndOn(cast, group, story)),
    ...group.stories.flatMap((story) => designing(cast, group, story)),
  ];
  if (group.approved !== null) steps.push(...approving(cast, group, group.approved));
  if (group.described !== null) steps.push(describing(cast, group, group.described));
  if (group.sorted !== null) steps.push(sorting(cast, group, group.sorted));
  if (paused) steps.push(setStatus(cast, group, 'pause', paused[0], groupStatus.inactive));
  if (paused && idea.fate === 'resumed') steps.push(setStatus(cast, group, 'resume', paused[1], groupStatus.active));
  if (ends !== null && hasEnded(cast, group)) steps.push(ending(cast, group, ends));
  if (group.deleted !== null)
    steps.push({
      key: `delete:${group.id}`,
      at: group.deleted,
      by: group.app.runs,
      run: (trx) => onGroup(trx, cast, group, group.app.runs, { type: 'DeleteGroup' }),
    });
  if (idea.fate === 'pinned')
    steps.push({
      key: `pin:${group.id}`,
      at: group.at + hourMs,
      by: group.app.runs,
      run: (trx) =>
        onOrder(trx, cast, group.app.id, group.app.runs, () => ({
          type: 'TogglePin',
          instance_id: group.instance,
          id: group.id,
        })),
    });
  return steps;
};

/** Twice in the month the groups of each app are put in order: the best liked come first. */
const arranging = (cast: DemoCast, groups: readonly GroupTimeline[], day: number): DemoStep[] =>
  cast.apps.map((app, place): DemoStep => {
    const instance_id = app.places[0]!.id;
    const pulls = new Map(groups.map((group) => [group.id, group.idea.pull]));
    const byPull = (ids: readonly string[]) =>
      [...ids].sort((a, b) => (pulls.get(b) ?? 0) - (pulls.get(a) ?? 0) || (a < b ? -1 : 1));
    return {
      key: `arrange:${app.key}:${day}`,
      at: cast.begin + day * dayMs + 15 * hourMs + place * 120_000,
      by: app.runs,
      run: async (trx) => {
        const order = await trx.kernel.facts.order(trx, instance_id);
        const wanted = [...byPull(order.pinned), ...byPull(order.unpinned)];
        if (wanted.length > 0)
          await onOrder(trx, cast, app.id, app.runs, () => ({ type: 'SortGroups', instance_id, order: wanted }));
      },
    };
  });

const teamSteps = (cast: DemoCast): DemoStep[] => {
  const sport = cast.apps.find((app) => app.key === 'news')!;
  const creator = cast.people.creator;
  return [
    {
      key: 'rename',
      at: cast.begin + 9 * dayMs + 10 * hourMs,
      by: sport.runs,
      run: async (trx) => {
        requireAct(await demoPrincipal(trx, cast.people[sport.runs]), 'instance.manage', sport.id);
        await changeStream(trx, `app-${sport.id}`, (state) =>
          decideApp(
            { type: 'RenameInstance', instance_id: sport.places[1]!.id, title: 'Sport section' },
            state as never,
          ),
        );
      },
    },
    {
      key: 'permissions',
      at: cast.begin + 10 * dayMs + 9 * hourMs,
      by: 'owner',
      run: async (trx) => {
        const permissions = { story_creator: cast.apps.map((app) => app.id) };
        const command = { type: 'ChangePermissions', permissions, by: cast.people.owner, owners: 1 } as const;
        await changeStream<UserState>(trx, `user-${creator}`, (state) => decideTeam(command, state));
      },
    },
    ...openInvitation(cast, 'jonas', cast.begin + 15 * dayMs + 11 * hourMs, true),
    ...openInvitation(cast, 'tomas', cast.begin + 27 * dayMs + 14 * hourMs, false),
  ];
};

/** Everything that happened in the shown month, oldest first. */
export const historySteps = (cast: DemoCast, groups: readonly GroupTimeline[]): DemoStep[] =>
  [
    ...groups.flatMap((group) => groupSteps(cast, group)),
    ...arranging(cast, groups, 12),
    ...arranging(cast, groups, 29),
    ...teamSteps(cast),
  ]
    .filter((step) => step.at < cast.start)
    .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));

/** The last step: its mark in the log says that the demo is complete. */
export const lastStep = (cast: DemoCast): DemoStep => ({
  key: 'complete',
  at: lastOfficeMoment(cast.start),
  marks: cast.start,
  by: 'owner',
  run: (trx) =>
    changeStream<AccountState>(trx, `account-${cast.account}`, (state): readonly StoryrailEvent[] =>
      decideAccount({ type: 'AnswerProfile', profile: { ...state.profile, already_created: true } }, state),
    ),
});
