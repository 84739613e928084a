import type { BulkResult } from '#contracts/envelope.ts';
import { type CommandContext, type CommandTrx, nthContext, runBulk, runCommand } from '#kernel/command.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** Runs one independent command for each id, and says which changed something and why the others did not. */
export const changeEach = (
  kernel: Kernel,
  context: CommandContext,
  ids: readonly string[],
  work: (trx: CommandTrx, id: string, index: number) => Promise<{ changed: boolean }>,
): Promise<BulkResult> =>
  runBulk(
    ids.map((id, index) => ({
      ids: [id],
      indexes: [index],
      run: async () => {
        const answer = await runCommand(kernel, nthContext(context, index), async (trx) => {
          const { changed } = await work(trx, id, index);
          return { status: 200, data: changed };
        });
        return answer.data ? [id] : [];
      },
    })),
  );

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
