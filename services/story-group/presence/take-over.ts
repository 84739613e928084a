import { sql } from 'kysely';
import { Refusal } from '#contracts/api/errors.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import { presenceTimes } from '#contracts/studio/presence.ts';
import type { SendTakeOver, TakeOverAnswer } from '#contracts/studio/presence-commands.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandAnswer, CommandTrx } from '#kernel/commands/command-trx.ts';
import { openStudio } from './write.ts';

interface Place {
  story_group_id: string;
  held_by: string | null;
  held_until: Date | null;
}
type Held = Place & { held_by: string; held_until: Date };

interface Ask {
  asked_by: string;
  asked_at: Date;
  refused_at: Date | null;
}

const { answerMs } = presenceTimes;
const { heldMs } = draftLimits;
const seconds = (at: EpochMs) => Math.ceil(at / 1000);

/**
 * Gives the place of a draft to who asked for it 20 s ago and got no answer, and forgets a refusal of 2 minutes ago. To be
 * called before anything asks who holds the place, with the draft's row locked; answers who holds it now, null: nothing changed.
 */
export const settleTakeOver = async (
  trx: Pick<CommandTrx, 'client' | 'context'>,
  storyId: string,
): Promise<Pick<Held, 'held_by' | 'held_until'> | null> => {
  const { rows } = await trx.client.query<Pick<Held, 'held_by' | 'held_until'>>({
    name: 'settle-take-over',
    text: `with over as (delete from story_take_over
                          where story_id = $1 and (case when refused_at is null then asked_at + interval '${answerMs} milliseconds'
                                                        else refused_at + interval '${heldMs} milliseconds' end) <= $2
                          returning *, asked_at + interval '${answerMs + heldMs} milliseconds' as until)
           update story_draft d set held_by = over.asked_by, held_until = over.until from over
            where d.story_id = $1 and d.held_by = over.holder and over.refused_at is null and over.until > $2
           returning d.held_by, d.held_until`,
    values: [storyId, new Date(trx.context.now)],
  });
  return rows[0] ?? null;
};

/** What was asked of who holds the place now. */
const readAsk = async (trx: CommandTrx, storyId: string, holder: string): Promise<Ask | null> => {
  const row = await trx.query
    .selectFrom('story_take_over')
    .select(['asked_by', 'asked_at', 'refused_at'])
    .where('story_id', '=', storyId)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return row ?? null;
};

const readPlace = async (trx: CommandTrx, accountId: string, storyId: string): Promise<Place | null> => {
  const row = await trx.query
    .selectFrom('story_draft')
    .select(['story_group_id', 'held_by', 'held_until'])
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    // One that was published or discarded has no place to give, nor has one that is hidden with its story.
    .where('content', 'is not', null)
    .where(
      sql<boolean>`not exists (select from story where id = story_draft.story_id and status = ${storyStatus.deleted})`,
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
};

const give = async (trx: CommandTrx, storyId: string, userId: string): Promise<TakeOverAnswer> => {
  const until = trx.context.now + heldMs;
  await trx.query
    .updateTable('story_draft')
    .set({ held_by: userId, held_until: new Date(until) })
    .where('story_id', '=', storyId)
    .execute();
  await trx.query.deleteFrom('story_take_over').where('story_id', '=', storyId).execute();
  return { granted: true, user_id: userId, until: seconds(until) };
};

const isHeldByOther = (place: Place, userId: string, now: EpochMs): place is Held =>
  place.held_by !== null && place.held_by !== userId && place.held_until !== null && place.held_until.getTime() > now;

const ask = async (trx: CommandTrx, storyId: string, userId: string, place: Place): Promise<TakeOverAnswer> => {
  const { now } = trx.context;
  const { held_until: runs } = place;
  // Who asks for their own place keeps it as it is, with what others asked for.
  if (place.held_by === userId && runs !== null && runs.getTime() > now)
    return { granted: true, user_id: userId, until: seconds(runs.getTime()) };
  if (!isHeldByOther(place, userId, now)) return give(trx, storyId, userId);
  const { held_by: holder, held_until, story_group_id } = place;
  const open = await readAsk(trx, storyId, holder);
  const asked_at = open?.asked_at ?? new Date(now);
  if (!open) {
    const row = { asked_by: userId, holder, asked_at, refused_at: null };
    await trx.query
      .insertInto('story_take_over')
      .values({ story_id: storyId, story_group_id, ...row })
      .onConflict((conflict) => conflict.column('story_id').doUpdateSet(row))
      .execute();
  }
  const isWaiting = open === null || (open.refused_at === null && open.asked_by === userId);
  const until = isWaiting ? asked_at.getTime() + answerMs : held_until.getTime();
  return { granted: false, user_id: holder, until: seconds(until) };
};

const answer = async (
  trx: CommandTrx,
  storyId: string,
  userId: string,
  place: Place,
  grant: boolean,
): Promise<TakeOverAnswer> => {
  const { now } = trx.context;
  if (isHeldByOther(place, userId, now)) {
    const held = { user_id: place.held_by, until: toSeconds(place.held_until.getTime()) };
    throw new Refusal('DraftHeld', undefined, undefined, held);
  }
  const open = place.held_by === userId ? await readAsk(trx, storyId, userId) : null;
  if (!open || place.held_until === null) throw new Refusal('NotFound');
  if (grant) return give(trx, storyId, open.asked_by);
  await trx.query
    .updateTable('story_take_over')
    .set({ refused_at: new Date(now) })
    .where('story_id', '=', storyId)
    .execute();
  return { granted: false, user_id: userId, until: seconds(place.held_until.getTime()) };
};

/**
 * Asks for the place of whoever writes a draft, or answers such a request: with `grant` it is given at once, without it stays
 * for its 2 minutes. A place that nobody holds is taken at once.
 */
export const handleTakeOver = async (
  trx: CommandTrx,
  principal: Principal,
  { story_id, grant }: SendTakeOver,
): Promise<CommandAnswer<TakeOverAnswer>> => {
  const found = await readPlace(trx, principal.account_id, story_id);
  if (!found) throw new Refusal('NotFound');
  const { me } = await openStudio(trx, principal, found.story_group_id);
  const place = { ...found, ...(await settleTakeOver(trx, story_id)) };
  const data =
    grant === undefined
      ? await ask(trx, story_id, me.user_id, place)
      : await answer(trx, story_id, me.user_id, place, grant);
  trx.afterCommit(() => trx.kernel.notifier.notify('studio', found.story_group_id));
  return { status: 200, data };
};
