import type { FastifyRequest } from 'fastify';
import type { OperationEvent } from '#contracts/operation/events.ts';
import { type Principal, requireStaff } from '../auth/principal.ts';
import { type CommandKernel, currentPrincipal, withContext } from '../commands/command-trx.ts';
import { appendFacts, monthlyStream } from '../commands/fact-stream.ts';
import { runCommand } from '../commands/handler.ts';
import { commandContext } from './request.ts';

/** What is asked, without who asks it. */
type Asked = {
  [E in OperationEvent as E['type']]: { type: E['type']; data: Omit<E['data'], 'user_id'> };
}[OperationEvent['type']];

/**
 * Records what a member of staff asks of the machinery, before it is done, so that nothing is done without a trace.
 * Refuses when they are not staff any more.
 */
export const recordOperation = async (
  kernel: CommandKernel,
  request: FastifyRequest,
  { user_id, session_id }: Pick<Principal, 'user_id' | 'session_id'>,
  { type, data }: Asked,
): Promise<void> => {
  const context = { ...commandContext(request, kernel), idempotency: null };
  const asStaff = { ...context, actor: { type: 'staff', id: user_id } } as const;
  await runCommand(kernel, asStaff, async (trx) => {
    const staff = await currentPrincipal(trx, { session_id });
    requireStaff(staff, trx.kernel.config);
    const { account_id } = staff;
    const event = { type, data: { ...data, user_id } } as OperationEvent;
    await appendFacts(withContext(trx, { account_id }), monthlyStream('operation', account_id, trx.context.now), [
      event,
    ]);
    return { status: 200, data: null };
  });
};
