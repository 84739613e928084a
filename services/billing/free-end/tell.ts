import { toSeconds } from '#contracts/time.ts';
import { type CommandKernel, type CommandTrx, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from '../save-subscription.ts';
import { decideFreeEnd, noticeSeconds } from './decide.ts';

const atOnce = 100;

/** Whether a subscription's period (its start as text) is a month that was free. Of Stripe's invoices the line of a plan is one of `outside`. */
const isFreeMonth = (accountId: string, from: string): string => `exists (
  select from invoice i where i.account_id = ${accountId}
     and exists (select from jsonb_array_elements(i.invoice -> 'lines') l where l ->> 'kind' = 'free_month')
     and exists (select from jsonb_array_elements(i.invoice -> 'lines') l
                  where l ->> 'kind' in ('plan', 'outside') and l -> 'period' ->> 'from' = ${from}))`;

/** Accounts whose free time ends from `$1` to `$2` and whose owners were not told of that end, in the order of their ids after `$3`. */
const ending = `
  select id from (
    select a.id, a.ended, a.premium from account a left join subscription s on s.account_id = a.id
     where a.plan is null and a.standing is null and a.trial_ends > $1 and a.trial_ends <= $2
       and coalesce((s.state ->> 'free_end_told')::bigint, 0) <> a.trial_ends
    union all
    select a.id, a.ended, a.premium from subscription s join account a on a.id = s.account_id
     where (s.state -> 'period' ->> 'to')::bigint > $1 and (s.state -> 'period' ->> 'to')::bigint <= $2
       and coalesce((s.state ->> 'free_end_told')::bigint, 0) <> (s.state -> 'period' ->> 'to')::bigint
       and ((s.state ->> 'paid_by_deal')::boolean or ${isFreeMonth('a.id', `s.state -> 'period' ->> 'from'`)})
  ) one
   where not ended and not premium and ($3::uuid is null or id > $3)
   order by id limit ${atOnce}`;

type TellingKernel = CommandKernel & Pick<Kernel, 'db' | 'log'>;

const readFreeMonth = async (trx: CommandTrx, accountId: string, from: number): Promise<boolean> => {
  const { rows } = await trx.client.query<{ free: boolean }>({
    name: 'free-month',
    text: `select ${isFreeMonth('$1', '$2')} as free`,
    values: [accountId, String(from)],
  });
  return rows[0]!.free;
};

const tell = (kernel: TellingKernel, accountId: string) =>
  runCommand(kernel, systemContext(kernel.now(), accountId), async (trx) => {
    const loaded = await loadSubscription(trx, accountId);
    const facts = await readBillingFacts(trx, accountId, loaded.state);
    const account = await trx.kernel.facts.account(trx, accountId, 'none');
    if (!account) return { status: 200, data: null };
    const { period } = loaded.state;
    const freeMonth = period !== null && (await readFreeMonth(trx, accountId, period.from));
    const known = { ...facts, account, freeMonth, billing: trx.kernel.config.BILLING };
    await saveSubscription(trx, loaded, decideFreeEnd(loaded.state, known));
    return { status: 200, data: null };
  });

/** Tells the owners of all accounts whose free time ends within the days of notice, once each; what fails for one is logged. */
export const tellFreeEnds = async (kernel: TellingKernel, signal?: AbortSignal): Promise<void> => {
  const now = toSeconds(kernel.now());
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: { id: string }[] } = await kernel.db.pool.query({
      name: 'free-time-ending',
      text: ending,
      values: [now, now + noticeSeconds, last],
    });
    for (const { id } of rows) {
      if (signal?.aborted) return;
      try {
        await tell(kernel, id);
      } catch (error) {
        kernel.log.error({ err: error, account_id: id }, 'nobody was told that free time ends');
      }
    }
    if (rows.length < atOnce) return;
    last = rows.at(-1)!.id;
  }
};
