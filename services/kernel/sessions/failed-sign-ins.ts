import { type CommandKernel, systemContext, withContext } from '../commands/command-trx.ts';
import { runCommand } from '../commands/handler.ts';
import { countUse } from '../db/rate-limit.ts';
import { networkOf } from '../http/network.ts';
import type { Kernel } from '../kernel.ts';
import { recordSecurity } from './security.ts';

const minute = 60_000;
const everything = Number.MAX_SAFE_INTEGER;

/** Where a try came from: kept beside the event that becomes of it, where it can be erased. */
export interface TryOrigin {
  request_id: string;
  ip: string;
  user_agent: string;
}

/**
 * Counts a failed sign-in, by person, network and minute, and in the metrics. Strangers are counted too (by a keyed
 * address), so that both take the same time.
 */
export const countFailedSignIn = async (
  kernel: Pick<Kernel, 'now' | 'metrics' | 'db' | 'secrets'>,
  userId: string | null,
  addressKey: string,
  { request_id, ip, user_agent }: TryOrigin,
): Promise<void> => {
  const now = kernel.now();
  kernel.metrics.signInFailures.inc({ email: userId ? 'known' : 'unknown' });
  if (!userId) {
    const limit = { scope: 'sign_in_unknown', key: addressKey, max: everything, seconds: minute / 1000 };
    await countUse(kernel.db, limit, now);
    return;
  }
  const network_key = kernel.secrets.keyed('sign-in-failure', networkOf(ip));
  const window_start = new Date(Math.floor(now / minute) * minute);
  await kernel.db.query
    .insertInto('sign_in_failure')
    .values({ user_id: userId, network_key, window_start, count: 1, request_id, ip, user_agent })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'network_key', 'window_start'])
        .doUpdateSet((row) => ({ count: row('sign_in_failure.count', '+', 1) })),
    )
    .execute();
};

/**
 * Records the failures of minutes that have passed: one event per user, network and minute, with the address of the first
 * of them beside it.
 */
export const recordFailedSignIns = async (kernel: CommandKernel): Promise<void> => {
  const now = kernel.now();
  const rows = await kernel.db.query
    .selectFrom('sign_in_failure')
    .select(['user_id', 'network_key', 'window_start'])
    .where('window_start', '<=', new Date(now - minute))
    .limit(100)
    .execute();
  for (const { user_id, network_key, window_start } of rows) {
    const context = systemContext(now);
    await runCommand(kernel, context, async (plain) => {
      const gone = await plain.query
        .deleteFrom('sign_in_failure')
        .where('user_id', '=', user_id)
        .where('network_key', '=', network_key)
        .where('window_start', '=', window_start)
        .returning(['count', 'request_id', 'ip', 'user_agent'])
        .executeTakeFirst();
      const user = gone && (await kernel.facts.user(plain, user_id));
      if (!user) return { status: 200, data: null };
      const { request_id, count, ...client } = gone;
      const trx = withContext(plain, { request_id, client });
      await recordSecurity(trx, user, [{ type: 'SignInFailed', data: { user_id, count } }]);
      return { status: 200, data: null };
    });
  }
};
