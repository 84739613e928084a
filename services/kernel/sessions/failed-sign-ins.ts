import { runCommand, systemContext } from '../command.ts';
import type { Kernel } from '../kernel.ts';
import { countUse } from '../limit.ts';
import { recordSecurity } from './security.ts';

const scope = 'sign_in_failed';
const everything = Number.MAX_SAFE_INTEGER;

/** Counts a failed sign-in. Strangers are counted too (by a keyed address), so that both take the same time. */
export const countFailedSignIn = async (kernel: Kernel, userId: string | null, addressKey: string): Promise<void> => {
  const limit = userId ? { scope, key: userId } : { scope: 'sign_in_unknown', key: addressKey };
  await countUse(kernel.db, { ...limit, max: everything, seconds: 60 }, kernel.now());
};

/** Records the failures of minutes that have passed: one event per user and minute. */
export const recordFailedSignIns = async (kernel: Kernel): Promise<void> => {
  const now = kernel.now();
  const rows = await kernel.db.query
    .selectFrom('rate_count')
    .select(['key', 'window_start'])
    .where('scope', '=', scope)
    .where('window_start', '<=', new Date(now - 60_000))
    .limit(100)
    .execute();
  for (const { key, window_start } of rows) {
    const context = systemContext(now);
    await runCommand(kernel, context, async (trx) => {
      const gone = await trx.query
        .deleteFrom('rate_count')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('window_start', '=', window_start)
        .returning('count')
        .executeTakeFirst();
      const user = gone && (await kernel.facts.user(trx, key));
      if (user)
        await recordSecurity(trx, user, [{ type: 'SignInFailed', data: { user_id: user.id, count: gone.count } }]);
      return { status: 200, data: null };
    });
  }
};
