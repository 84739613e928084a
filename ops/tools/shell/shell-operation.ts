import type { OperationEvent } from '#contracts/operation/events.ts';
import type { UserState } from '#contracts/user/state.ts';
import { type CommandTrx, systemContext, withContext } from '#kernel/commands/command-trx.ts';
import { appendFacts, monthlyStream } from '#kernel/commands/fact-stream.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load } from '#kernel/commands/streams.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { holderOf } from '#kernel/sessions/email.ts';
import { staffAccount } from '#services/admin/staff.ts';

/** An operation requested from a shell, without its author. */
type RequestedOperation = {
  [E in OperationEvent as E['type']]: { type: E['type']; data: Omit<E['data'], 'user_id' | 'shell' | 'by_ref'> };
}['ReadModelRebuildRequested' | 'ReadModelRedriveRequested'];

/** The name after `--by`, and the arguments without it; null where there is none. */
export const parseBy = (given: readonly string[]): { by: string | null; rest: string[] } => {
  const at = given.indexOf('--by');
  if (at === -1) return { by: null, rest: [...given] };
  const by = given[at + 1]?.trim();
  return { by: by && by.length <= 200 ? by : null, rest: given.filter((_, index) => index !== at && index !== at + 1) };
};

const staffOf = async (trx: CommandTrx, email: string): Promise<{ user_id: string; account_id: string } | null> => {
  const user_id = await holderOf(trx, trx.kernel, email);
  if (user_id === null) return null;
  const { state } = await load<UserState>(trx, `user-${user_id}`);
  return state.staff ? { user_id, account_id: state.account_id } : null;
};

/**
 * Records what is asked of the machinery from a shell, before it is done: under the member of staff whose e-mail `by`
 * is, else as the system's with the name beside the log, where it can be erased.
 */
export const recordShellOperation = async (
  kernel: Kernel,
  by: string,
  { type, data }: RequestedOperation,
): Promise<void> => {
  const now = kernel.now();
  await runCommand(kernel, systemContext(now), async (trx) => {
    const staff = await staffOf(trx, by);
    const account_id = staff?.account_id ?? (await staffAccount(trx));
    const by_ref = staff ? null : await storePersonal(trx, account_id, 'shell_name', by);
    const actor = staff ? ({ type: 'staff', id: staff.user_id } as const) : trx.context.actor;
    const event = { type, data: { ...data, user_id: staff?.user_id ?? null, shell: true, by_ref } } as OperationEvent;
    await appendFacts(withContext(trx, { account_id, actor }), monthlyStream('operation', account_id, now), [event]);
    return { status: 200, data: null };
  });
};
