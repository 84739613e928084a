import { Refusal } from '#contracts/api/errors.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { changesOf } from '#contracts/audit/describe.ts';
import { momentIn } from '#contracts/audit/moment.ts';
import { placeholderOf } from '#contracts/audit/placeholders.ts';
import type { LeftAsIs, RestorePreview } from '#contracts/story-group/rows.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { evolveStream } from '#contracts/stream.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { RowLock } from '#kernel/commands/facts.ts';
import { type LoadedStream, requireUnchanged, save } from '#kernel/commands/streams.ts';
import { toRecorded } from '#kernel/event-store/append.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { say } from '#kernel/platform/say.ts';
import { type AuthorizedGroup, loadGroup, openGroup, touchesStory } from '../open-group.ts';
import { requireRoom } from '../require-room.ts';
import { decideRestore, type RestoreCommand, type Restored, redesigned } from './decide.ts';
import { redrawnStories } from './redrawn.ts';

/** What a restore asks for: no version brings back what was deleted, a story id means that story alone. */
export interface RestoreRequest {
  version: number | null;
  story_id: string | null;
  app_id: string | null;
}

const stateAt = async (trx: CommandTrx, group: LoadedStream<StoryGroupState>, version: number | null) => {
  if (version === null || version === group.version) return group.state;
  if (version > group.version) throw new Refusal('NotFound');
  return (await loadStream<StoryGroupState>(trx.client, group.stream, null, version)).state;
};

const countedStories = async (trx: CommandTrx, { me, author, group }: AuthorizedGroup, lock: RowLock) => {
  if (author.story_limit === -1) return null;
  const app = await trx.kernel.facts.app(trx, me.account_id, group.app_id, lock);
  if (!app) throw new Refusal('NotFound');
  return app.story_count;
};

interface Decided {
  group: LoadedStream<StoryGroupState>;
  /** The account's time zone. */
  zone: string;
  decide(): Promise<Restored>;
}

const opening = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  { version, story_id, app_id }: RestoreRequest,
  lock: RowLock,
): Promise<Decided> => {
  const opened = await openGroup(trx, principal, groupId, 'storyGroup.edit', { app_id });
  // A group that returns takes its place in the order of its instance again.
  if (lock !== 'none' && story_id === null) await trx.kernel.facts.queueForOrder(trx, opened.group.instance_id);
  const app_stories = await countedStories(trx, opened, lock);
  const group = await loadGroup(trx, opened);
  const command: RestoreCommand = { version, story_id, past: await stateAt(trx, group, version) };
  const published: [string, PublishedComponent[]][] = [];
  for (const id of redesigned(group.state, command))
    published.push([id, await trx.kernel.facts.publishedComponents(trx, id)]);
  const facts = { author: opened.author, app_stories, published: new Map(published) };
  const zone = opened.author.time_zone;
  const decide = async () => {
    const restored = decideRestore(command, group.state, facts);
    await requireRoom(trx, opened.group.instance_id, restored.events);
    return restored;
  };
  return { group, zone, decide };
};

/** What a restore made: the group's version and status, and what stays as it is because today's rules forbid to change it. */
export interface RestoreAnswer {
  story_group_id: string;
  version: number;
  status: number;
  left: LeftAsIs[];
}

/** Brings back the content of a version, or what was deleted; with `ifMatch` only if nobody changed it since that version. */
export const restore = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  wanted: RestoreRequest,
  ifMatch: number | null,
): Promise<RestoreAnswer> => {
  const { group, decide } = await opening(trx, principal, groupId, wanted, 'update');
  const touches = wanted.story_id === null ? () => true : touchesStory(wanted.story_id);
  await requireUnchanged(trx, group.stream, ifMatch, touches);
  const { events, left } = await decide();
  const { version, state } = await save(trx, group, events);
  return { story_group_id: groupId, version, status: state.status, left };
};

const shown = (trx: CommandTrx, zone: string, value: unknown): unknown => {
  const mark = placeholderOf(value);
  if (mark && '$media' in mark) return trx.kernel.config.MEDIA_URL + mediaPath(mark.$media);
  return mark && '$moment' in mark ? momentIn(zone, mark.$moment) : value;
};

/** What a restore would change, or why it is refused, without doing it. */
export const previewRestore = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  wanted: RestoreRequest,
): Promise<RestorePreview> => {
  const { group, zone, decide } = await opening(trx, principal, groupId, wanted, 'none');
  try {
    const { events, left } = await decide();
    let state = group.state;
    const changes = toRecorded(group.stream, group.version, events, trx.context).flatMap((event) => {
      const before = state;
      state = evolveStream(state, event) as StoryGroupState;
      return changesOf(event, before, state, say);
    });
    const told = changes.map(({ field, from, to }) => ({
      field,
      from: shown(trx, zone, from),
      to: shown(trx, zone, to),
    }));
    const designs = redrawnStories(group.state, state, trx.kernel.config.MEDIA_URL);
    return { changes: told, designs, left, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'NotFound' || error.code === 'PermissionDenied') throw error;
    return { changes: [], designs: [], left: [], refusal: { code: error.code, message: say(error.said) } };
  }
};
