import { entitlement, type PlanFacts } from '#contracts/api/plans.ts';
import { type BillingPeriod, monthAround } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { isFarAbove } from '#contracts/subscription/viewer-limit.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { type CommandKernel, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { isAccountEnded, loadSubscription, saveSubscription } from '../save-subscription.ts';
import { type CountedMonth, decideViewerLimit, monthBefore } from './decide.ts';

/** Reads the viewers of accounts in calendar months. */
export interface MonthViewers {
  /** Those of many accounts in the month that begins at `from`, by account, with those who are not billed; at the cost of a few rows each. */
  seen: (accountIds: readonly string[], from: UnixSeconds) => Promise<ReadonlyMap<string, number>>;
  /** Those of one account who are billed. */
  billed: (accountId: string, month: BillingPeriod) => Promise<number>;
}

type TellingKernel = CommandKernel & Pick<Kernel, 'db' | 'log'>;
type Candidate = PlanFacts & { id: string; told: SubscriptionState['viewers_told'] };

const atOnce = 500;

/** Accounts without a subscription, which are never charged for viewers, in the order of their ids after `$1`. */
const candidates = `
  select a.id, a.premium, a.plan, a.trial_ends, a.standing, a.promo_until, a.custom_plan, s.state -> 'viewers_told' as told
    from account a left join subscription s on s.account_id = a.id
   where a.plan is null and not a.premium and not a.ended and ($1::uuid is null or a.id > $1)
   order by a.id limit ${atOnce}`;

/** Whether something is to be told of an account that has so many viewers in a month, if all of them were billed. */
const mayBeTold = (account: Candidate, seen: number, month: UnixSeconds, now: UnixSeconds): boolean => {
  const { mau_limit } = entitlement(account, now);
  if (seen < mau_limit) return false;
  const toldOf = (from: UnixSeconds) => account.told?.find(({ ts_from }) => ts_from === from)?.kind;
  const told = toldOf(month);
  const again = toldOf(monthBefore(month).from) !== undefined && isFarAbove(seen, mau_limit);
  return told === undefined || (told === 'reached' && again);
};

const tell = async (kernel: TellingKernel, accountId: string, counted: CountedMonth): Promise<void> => {
  await runCommand(kernel, systemContext(kernel.now(), accountId), async (trx) => {
    const loaded = await loadSubscription(trx, accountId);
    const account = await trx.kernel.facts.account(trx, accountId, 'update');
    if (!account || (await isAccountEnded(trx, accountId))) return { status: 200, data: null };
    const now = toSeconds(trx.context.now);
    await saveSubscription(trx, loaded, decideViewerLimit(loaded.state, counted, { account, now }));
    return { status: 200, data: null };
  });
};

/**
 * Tells the owners of accounts that are never charged for viewers that they have as many as their plan includes, or a
 * fifth more for another month: once a month each; what fails for one is logged.
 */
export const tellViewerLimits = async (
  kernel: TellingKernel,
  viewers: MonthViewers,
  signal?: AbortSignal,
): Promise<void> => {
  const now = toSeconds(kernel.now());
  const month = monthAround(0, now);
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: Candidate[] } = await kernel.db.pool.query({
      name: 'viewer-limit-candidates',
      text: candidates,
      values: [last],
    });
    const ids = rows.map(({ id }) => id);
    const seen = await viewers.seen(ids, month.from);
    for (const account of rows) {
      const { id } = account;
      if (signal?.aborted) return;
      if (!mayBeTold(account, seen.get(id) ?? 0, month.from, now)) continue;
      try {
        const [mau, mau_before] = [await viewers.billed(id, month), await viewers.billed(id, monthBefore(month.from))];
        await tell(kernel, id, { ts_from: month.from, mau, mau_before });
      } catch (error) {
        kernel.log.error({ err: error, account_id: id }, 'nobody was told that a plan has no more viewers');
      }
    }
    if (rows.length < atOnce) return;
    last = ids.at(-1)!;
  }
};
