import type { BulkResult } from '#contracts/envelope.ts';
import { type CommandContext, type CommandTrx, nthContext, runBulk, runCommand } from '#kernel/command.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** How many groups of one request are changed side by side: they share commits, and leave connections to others. */
export const groupsAtOnce = 8;

/** Starts works in `lanes` side by side, each when the one `lanes` before it has settled. */
const inLanes = <R>(works: readonly (() => Promise<R>)[], lanes: number): Promise<R>[] => {
  const started: Promise<R>[] = [];
  for (const [index, work] of works.entries()) {
    const before = started[index - lanes]?.catch(() => undefined) ?? Promise.resolve();
    const one = before.then(work);
    // Each is awaited in its turn; one that fails before its turn is no unhandled failure.
    one.catch(() => undefined);
    started.push(one);
  }
  return started;
};

/**
 * Runs one independent command for each id, and says which changed something and why the others did not. With `lanes` the
 * ids must be streams of their own; one that is named twice is changed in the order of the request.
 */
export const changeEach = (
  kernel: Kernel,
  context: CommandContext,
  ids: readonly string[],
  work: (trx: CommandTrx, id: string, index: number) => Promise<{ changed: boolean }>,
  lanes = 1,
): Promise<BulkResult> => {
  const works = ids.map((id, index) => async () => {
    const answer = await runCommand(kernel, nthContext(context, index), async (trx) => {
      const { changed } = await work(trx, id, index);
      return { status: 200, data: changed };
    });
    return answer.data ? [id] : [];
  });
  const started = inLanes(works, new Set(ids).size === ids.length ? lanes : 1);
  return runBulk(ids.map((id, index) => ({ ids: [id], indexes: [index], run: () => started[index]! })));
};

const verbs: Record<number, string> = { 1: 'activated', 2: 'inactivated', 9: 'deleted' };

/** Such as 'N stories activated', when one and the same status was asked for everything; else null. */
export const statusSummary = (
  asked: readonly { status?: number | undefined }[],
  changed: number,
  one: string,
  many: string,
): string | null => {
  const status = asked[0]?.status;
  const verb = status === undefined ? undefined : verbs[status];
  if (!verb || asked.some((item) => item.status !== status)) return null;
  return `${changed} ${changed === 1 ? one : many} ${verb}`;
};
