import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { Permissions } from '#contracts/api/roles.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import { exampleStory } from '#contracts/story-group/examples.ts';
import { initialStoryGroup } from '#contracts/story-group/state.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, type Scene, seedScene } from '#ops/testing/scene.ts';
import { rebuildProjection } from '../runner/rebuild.ts';
import { notificationsProjection } from './projection.ts';

/** Numbers from 0 to below 1 that follow from a seed. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

/** An event as the log holds it. */
interface Logged {
  event_id: string;
  stream: string;
  type: string;
  data: Record<string, unknown>;
  actor_id: string | null;
  correlation_id: string;
  ts: number;
}

type Told = { id: string; type: string };

const subjectOf = ({ stream }: Logged) => stream.slice(stream.indexOf('-') + 1);

/** What kind of notification an event makes, as the rules say. */
const kindOf = ({ type, data }: Logged): string | null => {
  const { status, from, to, cap } = data as Record<string, number | undefined>;
  const byType: Record<string, string | null> = {
    StoryGroupCreated: status === 10 ? 'story_group_waiting' : 'story_group_created',
    StoryGroupDetailsChanged: 'story_group_updated',
    StoryGroupStatusChanged:
      ({ 3: 'story_group_capped', 4: 'story_group_ended', 10: 'story_group_waiting' } as Record<number, string>)[to!] ??
      'story_group_updated',
    StoryGroupDeleted: 'story_group_deleted',
    StoryGroupRestored: to === 10 && from !== 10 ? 'story_group_waiting' : 'story_group_updated',
    StoryInactivated: cap === undefined ? 'story_group_updated' : 'story_group_capped',
    StoryAdded: 'story_group_updated',
    StoryActivated: 'story_group_updated',
    StoryDeleted: 'story_group_updated',
    InvitationAccepted: 'invitation_accepted',
    PlanUpgraded: 'payment',
    SubscriptionStarted: 'payment',
    AccountPremiumChanged: 'payment',
    InstanceTrafficJumped: 'unusual_traffic',
    SdkUpdateAnnounced: 'sdk_update',
  };
  return byType[type] ?? null;
};

const strongest = (held: Permissions, app: string): string | null => {
  if (held.account_owner) return 'owner';
  if (held.app_owner?.includes(app)) return 'app_owner';
  return held.story_creator?.includes(app) ? 'creator' : null;
};

/** The lists of four people by the words of the rules alone, newest first. */
const modelOf = (log: readonly Logged[], people: readonly string[]): Map<string, Told[]> => {
  const held = new Map<string, Permissions>();
  const invited = new Map<string, Permissions>();
  const muted = new Map<string, string[]>();
  const groups = new Map<string, { app: string; creator: string }>();
  const lastTold = new Map<string, number>();
  const told = new Map<string, (Told & { event: Logged })[]>(people.map((id) => [id, []]));
  // What one request did to a group, where that says more than that it changed.
  const actOf = (event: Logged) => `${event.stream} ${event.correlation_id}`;
  const saysMore = (kind: string | null) => kind === 'story_group_waiting' || kind === 'story_group_deleted';
  const weightiest = new Map(log.filter((event) => saysMore(kindOf(event))).map((event) => [actOf(event), event]));
  const gone = new Set<string>();
  const mayKnow = (person: string, kind: string, event: Logged): boolean => {
    const roles = held.get(person) ?? {};
    if (kind === 'payment') return roles.account_owner !== undefined;
    if (kind === 'invitation_accepted')
      return [roles.account_owner, roles.app_owner, roles.story_creator].some((one) => one !== undefined);
    if (kind === 'sdk_update')
      return (event.data.apps as { app_id: string }[]).some(
        ({ app_id }) => !gone.has(app_id) && ['owner', 'app_owner'].includes(strongest(roles, app_id) ?? ''),
      );
    if (kind === 'unusual_traffic') {
      const app = subjectOf(event);
      return !gone.has(app) && ['owner', 'app_owner'].includes(strongest(roles, app) ?? '');
    }
    const group = groups.get(subjectOf(event))!;
    const role = strongest(roles, group.app);
    return role === 'owner' || role === 'app_owner' || (role === 'creator' && group.creator === person);
  };
  for (const event of log) {
    const subject = subjectOf(event);
    const { permissions } = event.data as { permissions: Permissions };
    if (event.type === 'UserRegistered' || event.type === 'UserPermissionsChanged') held.set(subject, permissions);
    if (event.type === 'InvitationSent') invited.set(subject, permissions);
    if (event.type === 'InvitationAccepted') held.set(subject, invited.get(subject)!);
    if (event.type === 'UserNotificationsChanged') muted.set(subject, event.data.muted as string[]);
    if (event.type === 'StoryGroupCreated')
      groups.set(subject, { app: event.data.app_id as string, creator: event.data.user_id as string });
    const kind = kindOf(event);
    if (!kind) continue;
    for (const person of people) {
      if (event.actor_id === person || muted.get(person)?.includes(kind) || !mayKnow(person, kind, event)) continue;
      const weightier = weightiest.get(actOf(event));
      if (kind === 'story_group_updated' && weightier && !muted.get(person)?.includes(kindOf(weightier)!)) continue;
      if (kind === 'story_group_updated' || kind === 'story_group_created') {
        const key = `${person} ${subject}`;
        const second = Math.floor(event.ts / 1000);
        const before = lastTold.get(key);
        if (kind === 'story_group_updated' && before !== undefined && second - before < 3600) continue;
        lastTold.set(key, second);
      }
      told.get(person)!.push({ id: event.event_id, type: kind, event });
    }
  }
  // What was told stays told; of apps that are gone nothing is read.
  for (const { type, stream } of log) if (type === 'AppDeleted') gone.add(stream.slice('app-'.length));
  return new Map(
    people.map((person) => [
      person,
      told
        .get(person)!
        .filter(({ type, event }) => mayKnow(person, type, event) && !gone.has(groups.get(subjectOf(event))?.app ?? ''))
        .sort((a, b) => Math.floor(b.event.ts / 1000) - Math.floor(a.event.ts / 1000) || (a.id < b.id ? 1 : -1))
        .map(({ id, type }) => ({ id, type })),
    ]),
  );
};

const list = '/api/storyrail-notification/dashboard-notification';
const mark = '/api/storyrail-notification/mark-dashboard-notification-as-read';

/** Everything that somebody is told, page by page. */
const readAll = async (h: Harness, as: Person): Promise<{ rows: NotificationRow[]; unread: number; total: number }> => {
  const rows: NotificationRow[] = [];
  for (;;) {
    const query = { limit: '100', offset: String(rows.length) };
    const { data, total, unread } = (await h.inject('GET', list, { as, query })).json();
    rows.push(...data);
    if (data.length < 100) return { rows, unread, total };
  }
};

t.test('1,000 random events make for each of four people exactly the list that the rules say', async (t) => {
  const random = randomFrom(20261126);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const h = await startHarness(t);
  const owner = await h.person({ firstname: 'Nora' });
  const { account_id } = owner;
  const scenes: Scene[] = [];
  for (let at = 0; at < 3; at += 1) scenes.push(await seedScene(h, owner, { title: `First ${at}` }));
  const apps = scenes.map(({ app_id }) => app_id);
  const [a, b, c] = apps as [string, string, string];
  const appOwner = await h.person({ account_id, permissions: { app_owner: [a, b] }, firstname: 'Priya' });
  const creator = await h.person({ account_id, permissions: { story_creator: [a, c] }, firstname: 'Mei' });
  const broadcaster = await h.person({ account_id, permissions: { brodcaster: [a, b, c] }, firstname: 'Lucía' });
  const four = [owner, appOwner, creator, broadcaster];
  const other = await h.person({ account_id, firstname: 'Emil' });
  const outside = await h.person();
  await seedScene(h, outside);

  let now = h.kernel.now() - 60 * 86_400_000;
  const groups: { id: string; app: Scene; stories: string[] }[] = [];
  const append = (stream: string, events: StoryrailEvent[], by = pick([...four, other])) =>
    appendAs(h, by, stream, events, now);
  const create = async () => {
    const [app, by, id] = [pick(scenes), pick([...four, other]), uuidv7()];
    const { exists: _, stories: __, ...content } = initialStoryGroup(id);
    const data = { ...content, account_id, app_id: app.app_id, instance_id: app.instance_id, user_id: by.user_id };
    const created = { ...data, type: 'manual' as const, status: pick([1, 10]), title: `Group ${groups.length}` };
    await append(`storyGroup-${id}`, [{ type: 'StoryGroupCreated', data: created }], by);
    groups.push({ id, app, stories: [] });
  };
  const onGroup = async (...events: ((group: (typeof groups)[number]) => StoryrailEvent)[]) => {
    const group = pick(groups);
    await append(
      `storyGroup-${group.id}`,
      events.map((event) => event(group)),
    );
  };
  const renamed = (): StoryrailEvent => ({ type: 'StoryGroupDetailsChanged', data: { title: `Title ${random()}` } });
  const roles: Permissions[] = [
    { account_owner: [] },
    { app_owner: [a] },
    { app_owner: [b, c], story_creator: [a] },
    { story_creator: [a, b, c] },
    { brodcaster: [b] },
    {},
  ];
  const acts: (() => Promise<unknown>)[] = [
    create,
    create,
    () => onGroup(renamed),
    () =>
      onGroup(renamed, () =>
        random() < 0.7
          ? { type: 'StoryGroupStatusChanged', data: { from: 1, to: pick([2, 10]) } }
          : { type: 'StoryGroupDeleted', data: { from: 2 } },
      ),
    () => onGroup(() => ({ type: 'StoryGroupDetailsChanged', data: { ts_end: 2_000_000_000 } })),
    () => onGroup(() => ({ type: 'StoryGroupStatusChanged', data: { from: 1, to: pick([1, 2, 3, 4, 8, 10]) } })),
    () => onGroup(() => ({ type: 'StoryGroupDeleted', data: { from: 2 } })),
    () =>
      onGroup(() => ({
        type: 'StoryGroupRestored',
        data: { version: null, from: 9, to: pick([2, 10]), content: {}, stories: [] },
      })),
    () =>
      onGroup((group) => {
        const story = exampleStory(1, { id: uuidv7() });
        group.stories.push(story.id);
        return { type: 'StoryAdded', data: { story } };
      }),
    () =>
      onGroup(({ stories }) => ({
        type: 'StoryInactivated',
        data: { story_id: stories[0] ?? uuidv7(), ...(random() < 0.5 ? { cap: 100 } : {}) },
      })),
    () => onGroup(({ stories }) => ({ type: 'StoryActivated', data: { story_id: stories[0] ?? uuidv7() } })),
    () =>
      append(`user-${pick(four).user_id}`, [{ type: 'UserPermissionsChanged', data: { permissions: pick(roles) } }]),
    () =>
      append(`user-${pick(four).user_id}`, [
        {
          type: 'UserNotificationsChanged',
          data: { digest: 'none', muted: pick([[], [], ['story_group_updated'], ['payment', 'story_group_deleted']]) },
        },
      ]),
    () => {
      const [id, email_ref] = [uuidv7(), uuidv7()];
      const permissions = pick(roles.slice(0, 5));
      return append(`user-${id}`, [
        { type: 'InvitationSent', data: { account_id, email_ref, permissions, is_mobile: false } },
        { type: 'InvitationAccepted', data: { firstname_ref: uuidv7(), lastname_ref: uuidv7(), gdpr: true } },
      ]);
    },
    () => append(`subscription-${account_id}`, [{ type: 'PlanUpgraded', data: { plan: 'pro' } }]),
    () => append(`account-${account_id}`, [{ type: 'AccountPremiumChanged', data: { premium: random() < 0.5 } }]),
    () => {
      const { app_id, instance_id } = pick(scenes);
      return append(`app-${app_id}`, [
        { type: 'InstanceTrafficJumped', data: { instance_id, day: '2026-11-20', bytes: 1000, usual: 100 } },
      ]);
    },
    () =>
      append(`account-${account_id}`, [
        {
          type: 'SdkUpdateAnnounced',
          data: {
            release_id: uuidv7(),
            platform: 'ios',
            version: '2.9.0',
            url: 'https://storyrail.example/2.9.0',
            apps: apps.filter(() => random() < 0.4).map((app_id) => ({ app_id, version: '2.8.0' })),
          },
        },
      ]),
  ];
  await create();
  for (let made = 0; made < 1000; made += 1) {
    // From none to two hours: changes of a group fall within an hour of each other and beyond it.
    now += Math.floor(random() * 2 * 3_600_000 * random());
    await pick(acts)();
  }
  // Everybody has a right again that they may have had before, and one app is gone.
  await append(`user-${owner.user_id}`, [
    { type: 'UserPermissionsChanged', data: { permissions: { account_owner: [] } } },
  ]);
  await append(`user-${appOwner.user_id}`, [
    { type: 'UserPermissionsChanged', data: { permissions: { app_owner: [a, c] } } },
  ]);
  await append(`user-${creator.user_id}`, [
    { type: 'UserPermissionsChanged', data: { permissions: { story_creator: [a, b, c] } } },
  ]);
  await append(`user-${broadcaster.user_id}`, [
    { type: 'UserPermissionsChanged', data: { permissions: { brodcaster: [a, b, c] } } },
  ]);
  await append(`app-${c}`, [{ type: 'AppDeleted', data: {} }], owner);
  await h.caughtUp();

  const { rows: log } = await h.kernel.db.pool.query<Logged>(
    `select event_id, stream, type, data, actor_id, correlation_id, ts from event where account_id = $1
      order by transaction_id, position`,
    [account_id],
  );
  const expected = modelOf(
    log,
    four.map((one) => one.user_id),
  );
  const idsOf = (rows: readonly NotificationRow[]) => rows.map(({ id, data }) => ({ id, type: data.type }));
  for (const [at, person] of four.entries()) {
    const { rows, unread, total } = await readAll(h, person);
    t.same(idsOf(rows), expected.get(person.user_id), ['owner', 'app owner', 'creator', 'broadcaster'][at]!);
    t.equal(total, rows.length);
    t.equal(unread, rows.length);
  }
  const counts = four.map((one) => expected.get(one.user_id)!.length);
  t.ok(counts[0]! > 100 && counts[1]! > 50 && counts[2]! > 25, `there is something to compare: ${counts}`);
  t.equal(counts[3], 0, 'a broadcaster is told of nothing');
  t.equal((await readAll(h, outside)).total, 0, 'neither is another account');

  await t.test('built anew the lists are the same, what was read stays read, and nothing is sent', async (t) => {
    const { rows } = await readAll(h, owner);
    const read = rows.slice(0, 20).map(({ id }) => id);
    const marked = await h.inject('PATCH', mark, { as: owner, body: { dashboard_notification_ids: read } });
    t.equal(marked.json().data.unread, rows.length - 20);
    const before = await Promise.all(four.map((one) => readAll(h, one)));
    const { rows: jobs } = await h.kernel.db.pool.query('select count(*)::int as n from job_outbox');
    t.ok((await rebuildProjection(h.kernel, notificationsProjection)).equal);
    t.same(await Promise.all(four.map((one) => readAll(h, one))), before);
    t.same((await h.kernel.db.pool.query('select count(*)::int as n from job_outbox')).rows, jobs);
    t.same(await h.outbox(), []);
  });
});
