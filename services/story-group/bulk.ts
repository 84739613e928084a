import type { BulkResult } from '#contracts/api/envelope.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { nthContext, runBulk } from '#kernel/commands/bulk.ts';
import type { CommandContext, CommandKernel, CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { say } from '#kernel/platform/say.ts';

/** How many groups of one request are changed side by side: they share commits, and leave connections to others. */
export const groupsAtOnce = 8;

/** Starts `concurrency` works side by side, each further one when the one `concurrency` before it has settled. */
const withConcurrency = <R>(works: readonly (() => Promise<R>)[], concurrency: number): Promise<R>[] => {
  const started: Promise<R>[] = [];
  for (const [index, work] of works.entries()) {
    const before = started[index - concurrency]?.catch(() => undefined) ?? Promise.resolve();
    const one = before.then(work);
    // Each is awaited in its turn; one that fails before its turn is no unhandled failure.
    one.catch(() => undefined);
    started.push(one);
  }
  return started;
};

/**
 * Runs one independent command for each id, and says which changed something and why the others did not. With a
 * `concurrency` above 1 the ids must be streams of their own; one that is named twice is changed in the order of the
 * request.
 */
export const changeEach = async (
  kernel: CommandKernel,
  context: CommandContext,
  ids: readonly string[],
  work: (trx: CommandTrx, id: string, index: number) => Promise<{ changed: boolean; moved: boolean }>,
  concurrency = 1,
): Promise<BulkOutcome> => {
  const movers = new Set<number>();
  const works = ids.map((id, index) => async () => {
    const answer = await runCommand(kernel, nthContext(context, index), async (trx) => {
      const { changed, moved } = await work(trx, id, index);
      return { status: 200, data: { changed, moved } };
    });
    if (answer.data.moved) movers.add(index);
    return answer.data.changed ? [id] : [];
  });
  const started = withConcurrency(works, new Set(ids).size === ids.length ? concurrency : 1);
  const result = await runBulk(ids.map((id, index) => ({ ids: [id], indexes: [index], run: () => started[index]! })));
  return { ...result, moved: movers.size };
};

/** What became of a bulk request: what changed, and of it how many got another status. */
export interface BulkOutcome extends BulkResult {
  moved: number;
}

const outcomes = { 1: storyGroupWords.activated, 2: storyGroupWords.inactivated, 9: storyGroupWords.gone };
const states: Record<number, string> = { 1: 'active', 2: 'inactive', 9: 'deleted' };

/**
 * What a bulk request did, as a sentence: 'N stories activated', where not all that changed got the status that was
 * asked for all also 'M updated', and that they have it already where nothing changed. Null where several statuses were
 * asked for.
 */
export const bulkSummary = (
  asked: readonly { status?: number | undefined }[],
  { changed, moved }: Pick<BulkOutcome, 'changed' | 'moved'>,
  things: typeof storyGroupWords.groups | typeof storyGroupWords.stories,
  already: typeof storyGroupWords.groupsAlready | typeof storyGroupWords.storiesAlready,
): string | null => {
  const counted = (count: number) => ({ things: fill(things, { count }) });
  const status = asked[0]?.status;
  if (asked.some((item) => item.status !== status)) return null;
  const others = changed.length - moved;
  const outcome = outcomes[status as keyof typeof outcomes];
  if (outcome && moved > 0) {
    const done = fill(outcome, counted(moved));
    return say(others > 0 ? fill(storyGroupWords.andUpdated, { done, others }) : done);
  }
  if (changed.length > 0)
    return outcome || status === undefined ? say(fill(storyGroupWords.updated, counted(changed.length))) : null;
  if (!outcome) return status === undefined ? say(storyGroupWords.nothingChanged) : null;
  return say(fill(already, { count: asked.length, state: states[status!]! }));
};
