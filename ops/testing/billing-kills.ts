import { toSeconds } from '#contracts/time.ts';
import { delay } from '#kernel/platform/delay.ts';
import { keepTestCard } from '#services/billing/local/keep-card.ts';
import { testCards } from '#services/billing/local/test-cards.ts';
import { nextDate } from './billing-year/days.ts';
import { type Harness, limitsOff, type Person, startHarness, until } from './harness.ts';
import { createRandom } from './random.ts';
import { freePort, type RunningProcess, startProcess } from './running.ts';

const plan = { id: 'startup', cents: 34_900 };
/** At least so many periods of each account are over when the processes start. */
const months = 12;
/** So many are closed between two kills, and more of them where the next kill comes late. */
const between = 8;
const room = 1.5;
const [works, , failsLater] = testCards;

/** What became of periods while the processes that close them were killed over and over; `faults` is empty when each was charged once. */
export interface BillingKills {
  kills: number;
  /** Kills after which a period was sealed and not yet paid. */
  halfway: number;
  accounts: number;
  periods: number;
  /** Payments that failed, each of an account whose card is declined from its second charge on. */
  declined: number;
  /** Cents. */
  paid: number;
  faults: string[];
}

const buy = async (h: Harness, card: (typeof testCards)[number]): Promise<Person> => {
  const person = await h.person();
  const { id } = await h.call(person, 'POST', '/payment/method', {});
  await keepTestCard(h.kernel, id, card);
  await h.call(person, 'POST', '/payment/method/attach', { id });
  await h.call(person, 'POST', '/payment/subscribe', { plan_id: plan.id });
  return person;
};

/** The starts of periods that were begun on a day (counted from 1970) and are over by another, and that of the one which runs. */
const startsOf = (anchor: number, today: number): number[] => {
  const starts = [anchor];
  for (let day = nextDate(anchor, 1, anchor); day <= today; day = nextDate(anchor, 1, day)) starts.push(day);
  return starts;
};

interface Kept {
  account_id: string;
  number: string;
  status: string;
  from: number;
  closes: { from: number; to: number } | null;
  amount_due: number;
  amount_paid: number;
  digest: string | null;
}

const readInvoices = async ({ kernel }: Harness): Promise<Kept[]> => {
  const { rows } = await kernel.db.pool.query<Kept>(
    `select account_id, number, status, (invoice -> 'lines' -> 0 -> 'period' -> 'from')::float8 as from, invoice -> 'closes' as closes,
            amount_due::float8 as amount_due, amount_paid::float8 as amount_paid, invoice -> 'viewers' ->> 'digest' as digest
       from invoice order by account_id, ts_closed, id`,
  );
  return rows;
};

const readMoney = async ({ kernel }: Harness) => {
  const { rows } = await kernel.db.pool.query<{ charges: number; paid: number; failed: number; gaps: number }>(
    `select (select coalesce(sum(charges), 0)::int from payment_method) as charges,
            (select coalesce(sum((data->>'amount')::int), 0)::int from event where type = 'InvoicePaid') as paid,
            (select count(*)::int from event where type = 'PaymentFailed') as failed,
            (select count(*)::int from (select stream from event group by stream having max(version) <> count(*)) as g) as gaps`,
  );
  return rows[0]!;
};

/** Whether the numbers of each year run from 1 without a gap. */
const faultsOfNumbers = (invoices: readonly Kept[]): string[] => {
  const has = new Set(invoices.map(({ number }) => number));
  const perYear = new Map<string, number>();
  for (const { number } of invoices) {
    const year = number.slice(0, 8);
    perYear.set(year, (perYear.get(year) ?? 0) + 1);
  }
  const wanted = [...perYear].flatMap(([year, count]) =>
    Array.from({ length: count }, (_, at) => `${year}-${String(at + 1).padStart(4, '0')}`),
  );
  return wanted.filter((number) => !has.has(number)).map((number) => `there is no ${number}`);
};

/** What is wrong with the invoices of one account that has bought on a day. */
const faultsOfAccount = (
  account_id: string,
  invoices: readonly Kept[],
  { starts, declined, proofs }: { starts: readonly number[]; declined: boolean; proofs: ReadonlySet<string> },
): string[] => {
  // A card that is declined at the first renewal keeps the next periods from beginning.
  const wanted = declined ? starts.slice(0, 2) : starts;
  const begun = invoices.map(({ from }) => from / 86_400);
  const faults = begun.join() === wanted.join() ? [] : [`${account_id} was asked for ${begun}, not ${wanted}`];
  for (const [at, { status, closes, amount_due, amount_paid, number, digest }] of invoices.entries()) {
    const isPaid = !declined || at === 0;
    if (amount_due !== plan.cents || amount_paid !== (isPaid ? plan.cents : 0) || status !== (isPaid ? 'paid' : 'open'))
      faults.push(`${number} is ${status}, ${amount_paid} of ${amount_due}`);
    if (at > 0 && (!closes || closes.from !== wanted[at - 1]! * 86_400 || closes.to !== wanted[at]! * 86_400))
      faults.push(`${number} closes ${JSON.stringify(closes)}`);
    if (at > 0 && !proofs.has(`${account_id} ${digest}`)) faults.push(`the proof of ${number} is not there`);
  }
  return faults;
};

/**
 * Kills so many times one of two processes that close periods, at a moment by chance while months of many accounts are due, and
 * starts it again; then looks whether each period was charged once, and whether money and numbers add up.
 */
export const killWhileBilling = async (
  t: { teardown(work: () => Promise<void>): void },
  kills: number,
  seed: number,
): Promise<BillingKills> => {
  const random = createRandom(seed);
  const today = Math.floor(Date.now() / 86_400_000);
  const bought = today - months * 31;
  const h = await startHarness(t, { parts: false, now: () => bought * 86_400_000 + 43_200_000 });
  const accounts = 3 + Math.ceil((room * kills * between) / months);
  const people: { person: Person; declined: boolean }[] = [];
  while (people.length < accounts) {
    const declined = people.length % 5 === 4;
    people.push({ person: await buy(h, declined ? failsLater : works), declined });
  }
  const ports = [await freePort(), await freePort()];
  const running: (RunningProcess | null)[] = [null, null];
  const env = { ...limitsOff, DATA_DIR: h.config.DATA_DIR, DATABASE_URL: h.databaseUrl, BILLING: 'local' };
  const start = (which: number): void => {
    running[which] = startProcess({ ...env, PORT: String(ports[which]) }, '--only', 'billing');
  };
  const kill = async (which: number): Promise<void> => {
    running[which]?.child.kill('SIGKILL');
    await running[which]?.ended;
  };
  t.teardown(async () => {
    await Promise.all([kill(0), kill(1)]);
  });
  const closed = async (): Promise<number> => {
    const { rows } = await h.kernel.db.pool.query('select count(*)::int as n from invoice');
    return rows[0].n;
  };
  const isOver = async (): Promise<boolean> => {
    const { rows } = await h.kernel.db.pool.query('select from subscription where due <= $1 limit 1', [
      toSeconds(Date.now()),
    ]);
    return rows.length === 0;
  };
  const isHalfway = async (): Promise<boolean> => {
    const { rows } = await h.kernel.db.pool.query(
      `select (select count(*) from mau_proof) > (select count(*) from invoice where invoice -> 'closes' <> 'null') as yes`,
    );
    return rows[0].yes;
  };
  start(0);
  start(1);
  let [killed, halfway] = [0, 0];
  // The one that was not killed last is the one that works; now and then both go.
  for (let turn = 0; killed < kills && !(await isOver()); turn = 1 - turn) {
    const goal = (await closed()) + Math.ceil(between * 2 * random());
    await until(async () => (await closed()) >= goal || (await isOver()), `${goal} invoices`, 60_000);
    // A moment by chance of those that closing the next period takes.
    await delay(Math.floor(random() * 40));
    const victims = random() < 0.2 && killed + 2 <= kills ? [0, 1] : [turn];
    await Promise.all(victims.map(kill));
    if (await isHalfway()) halfway += 1;
    killed += victims.length;
    for (const which of victims) start(which);
  }
  await until(isOver, 'nothing to be due', 120_000);
  const invoices = await readInvoices(h);
  const { charges, paid, failed, gaps } = await readMoney(h);
  const { rows: kept } = await h.kernel.db.pool.query<{ proof: string }>(
    `select account_id || ' ' || digest as proof from mau_proof`,
  );
  const proofs = new Set(kept.map(({ proof }) => proof));
  const faults = faultsOfNumbers(invoices);
  const starts = startsOf(bought, today);
  for (const { person, declined } of people) {
    const theirs = invoices.filter(({ account_id }) => account_id === person.account_id);
    faults.push(...faultsOfAccount(person.account_id, theirs, { starts, declined, proofs }));
  }
  const money = invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  if (money !== paid || charges * plan.cents !== money)
    faults.push(`${charges} charges, ${paid} cents were taken, ${money} are paid`);
  if (failed !== people.filter(({ declined }) => declined).length) faults.push(`${failed} payments failed`);
  if (gaps > 0) faults.push(`${gaps} streams have gaps`);
  if (killed < kills) faults.push(`all was closed after ${killed} kills`);
  return { kills: killed, halfway, accounts, periods: invoices.length - accounts, declined: failed, paid, faults };
};
