import type { Rhythm } from '#contracts/report/events.ts';
import { isNothingLeft, livingOf } from '#contracts/report/living.ts';
import { dueAt, lastDuePeriod } from '#contracts/report/period.ts';
import { type ReportState, readersOf } from '#contracts/report/state.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { reportWords } from '#contracts/words/report.en.ts';
import { type CommandKernel, type CommandTrx, systemContext, withContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { derivedId } from '#kernel/platform/derived-id.ts';
import { say } from '#kernel/platform/say.ts';
import { mayGetReport } from './decide.ts';

const everyMs = 60_000;
const atOnce = 500;
/** What was sent just before the last day was over is counted a moment after it. */
const settleSeconds = 60;
/** What nobody could send for that long is not sent anymore: it would be taken for the next one. */
const latestSeconds = 86_400;

interface Candidate {
  id: string;
  account_id: string;
  rhythm: Rhythm;
  time_zone: string;
  ts_created: UnixSeconds;
  /** The last period whose turn was taken; null before the first. */
  period: string | null;
}

/** Reports whose turn may have come, after `last`: one in seven days at most. */
const readCandidates = async (
  { db }: Pick<CommandKernel, 'db'>,
  now: UnixSeconds,
  last: string | null,
): Promise<Candidate[]> => {
  const { rows } = await db.pool.query<Candidate>({
    name: 'report-candidates',
    text: `select r.id, r.account_id, r.rhythm, r.ts_created, a.time_zone, t.period::text
             from report r join account a on a.id = r.account_id left join report_turn t on t.report_id = r.id
            where ($2::uuid is null or r.id > $2) and (t.period is null or t.period + 6 <= to_timestamp($1)::date)
            order by r.id limit ${atOnce}`,
    values: [now, last],
  });
  return rows;
};

/** Begins with the period after the one in which the report was made. */
const begin = async ({ db }: Pick<CommandKernel, 'db'>, id: string, period: string): Promise<void> => {
  await db.pool.query('insert into report_turn (report_id, period) values ($1, $2) on conflict do nothing', [
    id,
    period,
  ]);
};

const endByItself = async (
  trx: CommandTrx,
  report: Awaited<ReturnType<typeof load<ReportState>>>,
  type: string,
  why: Phrase,
): Promise<void> => {
  const cause = { type, id: report.state.id, detail: say(why) };
  await save(withContext(trx, { cause }), report, [{ type: 'ReportEnded', data: {} }]);
};

/**
 * Takes the turn of a period and asks for the mails, in one transaction; answers how many. 0 where another process has
 * taken it. A report that shows nothing anymore, or whose readers all left it or the team, ends: who may not get it
 * today may get the next one.
 */
const takeTurn = async (
  kernel: CommandKernel,
  { id, account_id }: Candidate,
  { period, isLate }: { period: string; isLate: boolean },
): Promise<number> => {
  const { data } = await runCommand(kernel, systemContext(kernel.now(), account_id), async (trx) => {
    const nothing = { status: 200, data: 0 };
    const { rowCount } = await trx.client.query(
      'update report_turn set period = $2 where report_id = $1 and period < $2',
      [id, period],
    );
    if (rowCount !== 1) return nothing;
    const report = await load<ReportState>(trx, `report-${id}`);
    const { state } = report;
    if (state.phase !== 'running') return nothing;
    const living = livingOf(state, await trx.kernel.facts.things(trx, account_id, state));
    if (isNothingLeft(state, living)) {
      await endByItself(trx, report, 'report_empty', reportWords.nothingLeft);
      return nothing;
    }
    const chosen = new Set(readersOf(state));
    const team = await trx.kernel.facts.team(trx, account_id);
    const members = team.filter(({ id, phase }) => chosen.has(id) && phase === 'member');
    if (members.length === 0) {
      await endByItself(trx, report, 'report_unread', reportWords.nobodyLeft);
      return nothing;
    }
    if (isLate) return nothing;
    const readers = members.filter((one) => mayGetReport(one, living.apps));
    for (const { id: user_id } of readers)
      await enqueueEffect(trx, derivedId('report', id, user_id, period), 'report', { report_id: id, user_id, period });
    return { status: 200, data: readers.length };
  });
  return data;
};

const askFor = async (kernel: CommandKernel, one: Candidate, now: UnixSeconds): Promise<number> => {
  const { id, rhythm, time_zone } = one;
  const made = one.period ?? lastDuePeriod(rhythm, time_zone, one.ts_created);
  if (one.period === null) await begin(kernel, id, made);
  const period = lastDuePeriod(rhythm, time_zone, now);
  if (period <= made) return 0;
  return takeTurn(kernel, one, { period, isLate: now - dueAt(period, time_zone) > latestSeconds });
};

/** Asks for the mails of the reports that are due; answers how many. One that fails is logged and holds up no other. */
export const askForReports = async (kernel: CommandKernel, signal?: AbortSignal): Promise<number> => {
  const now = toSeconds(kernel.now()) - settleSeconds;
  await kernel.db.pool.query(
    'delete from report_turn t where not exists (select from report r where r.id = t.report_id)',
  );
  let asked = 0;
  for (let last: string | null = null; !signal?.aborted; ) {
    const found: Candidate[] = await readCandidates(kernel, now, last);
    for (const one of found) {
      try {
        asked += await askFor(kernel, one, now);
      } catch (error) {
        kernel.log.error({ err: error, report_id: one.id }, 'could not ask for the mails of a report');
      }
    }
    if (found.length < atOnce) break;
    last = found.at(-1)!.id;
  }
  return asked;
};

/** Asks for reports as they become due, in one process at a time. */
export const startReports: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.locks, 'reports', async (signal) => {
    while (!signal.aborted) {
      await askForReports(kernel, signal);
      await delay(everyMs, signal);
    }
  });
