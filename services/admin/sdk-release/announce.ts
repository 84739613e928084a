import type { AccountState } from '#contracts/account/state.ts';
import type { OperationEvent } from '#contracts/operation/events.ts';
import { comesBefore, versionNumbers } from '#contracts/sdk/app-version.ts';
import { sdkHealthDays } from '#contracts/stats/sdk-health.ts';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type AppSdk, decideAnnouncement } from './decide.ts';

type Release = Extract<OperationEvent, { type: 'SdkReleaseAnnounced' }>['data'];
const atOnce = 1000;

/** The newest version older than `version` that each app used in the last 30 days, by app; apps without one are left out. */
const readOlder = async (kernel: Kernel, { platform, version }: Release): Promise<AppSdk[]> => {
  const since = new Date(kernel.now() - sdkHealthDays.versions * 86_400_000).toISOString().slice(0, 10);
  const older: AppSdk[] = [];
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: { app_id: string; versions: string[] }[] } = await kernel.analytics.pool.query({
      name: 'sdk-versions-used',
      text: `select app_id, array_agg(distinct sdk_version) as versions from sdk_day
              where platform = $1 and day >= $2::date and ($3::uuid is null or app_id > $3) and sdk_version <> ''
              group by app_id order by app_id limit $4`,
      values: [platform, since, last, atOnce],
    });
    for (const { app_id, versions } of rows) {
      // Whoever has the token of an app says what they like: its numbers are all that is told.
      const [newest] = versions
        .map((one) => versionNumbers(one)?.slice(0, 4) ?? [])
        .filter((numbers) => numbers.length > 0 && numbers.every(Number.isSafeInteger))
        .map((numbers) => numbers.join('.'))
        .filter((one) => comesBefore(one, version))
        .sort((one, other) => (comesBefore(one, other) ? 1 : -1));
      if (newest !== undefined) older.push({ app_id, version: newest });
    }
    if (rows.length < atOnce) return older;
    last = rows.at(-1)!.app_id;
  }
};

const byAccount = async ({ db }: Kernel, apps: readonly AppSdk[]): Promise<Map<string, AppSdk[]>> => {
  const accounts = new Map<string, AppSdk[]>();
  for (let from = 0; from < apps.length; from += atOnce) {
    const part = apps.slice(from, from + atOnce);
    const { rows } = await db.pool.query<{ id: string; account_id: string }>(
      'select id, account_id from app where id = any($1::uuid[]) and not deleted',
      [part.map((app) => app.app_id)],
    );
    const accountOf = new Map(rows.map((row) => [row.id, row.account_id]));
    for (const app of part) {
      const account = accountOf.get(app.app_id);
      if (!account) continue;
      const held = accounts.get(account);
      if (held) held.push(app);
      else accounts.set(account, [app]);
    }
  }
  return accounts;
};

/**
 * Tells every account with an app that used an older SDK of a release, each by an event of its own under the member of
 * staff who announced it. Done again after it broke off, it goes on with the accounts that were not told.
 */
export const announceRelease = async (kernel: Kernel, eventId: string): Promise<void> => {
  const row = await kernel.db.query
    .selectFrom('event')
    .select(['data', 'correlation_id'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const release = row.data as Release;
  let failure: unknown = null;
  for (const [accountId, apps] of await byAccount(kernel, await readOlder(kernel, release))) {
    const context = {
      ...systemContext(kernel.now(), accountId),
      actor: { type: 'staff', id: release.user_id },
      correlation_id: row.correlation_id,
    } as const;
    try {
      await runCommand(kernel, context, async (trx) => {
        const account = await load<AccountState>(trx, `account-${accountId}`);
        await save(trx, account, decideAnnouncement(release, apps, account.state));
        return { status: 200, data: null };
      });
    } catch (error) {
      // The others are told all the same.
      failure = error;
      kernel.log.error({ err: error, account_id: accountId }, 'could not tell an account of a release of the SDK');
    }
  }
  if (failure) throw failure;
};
