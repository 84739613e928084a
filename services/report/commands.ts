import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { ScheduleReport } from '#contracts/report/commands.ts';
import type { ReportDelivery } from '#contracts/report/rows.ts';
import { type ReportState, readersOf } from '#contracts/report/state.ts';
import { reportWords } from '#contracts/words/report.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { actingAs } from '#kernel/sessions/security.ts';
import { decideDelivery, decideNewReport, decideReportEnd } from './decide.ts';

/** Schedules a report; what it shows and who gets it is asked of the account as it is now. */
export const handleSchedule = async (
  trx: CommandTrx,
  principal: Principal,
  { app_id: apps, instance_id: instances = [], story_group_id: groups = [], ...wanted }: ScheduleReport,
): Promise<CommandAnswer<{ id: string }>> => {
  const { facts } = trx.kernel;
  // Its reports are counted, so that two at once wait for each other.
  await facts.account(trx, principal.account_id, 'update');
  const me = await currentPrincipal(trx, principal);
  const scope = { apps, instances, groups };
  const things = await facts.things(trx, me.account_id, scope);
  const team = await facts.team(trx, me.account_id);
  const running = await facts.runningReports(trx, me.account_id, me.user_id);
  const id = uuidv7();
  const report = await load<ReportState>(trx, `report-${id}`);
  await save(trx, report, decideNewReport(me, { ...wanted, ...scope }, { things, team, running }));
  return { status: 201, data: { id }, message: reportWords.scheduled };
};

/** Ends a report for all who get it. */
export const handleEnd = async (trx: CommandTrx, principal: Principal, id: string): Promise<CommandAnswer> => {
  const me = await currentPrincipal(trx, principal);
  const report = await load<ReportState>(trx, `report-${id}`);
  await save(trx, report, decideReportEnd(me, report.state));
  return { status: 200, data: { id }, message: reportWords.ended };
};

/** Ends a report for whoever asks, who got it. */
export const handleLeave = async (trx: CommandTrx, principal: Principal, id: string): Promise<CommandAnswer> => {
  const me = await currentPrincipal(trx, principal);
  const report = await load<ReportState>(trx, `report-${id}`);
  if (report.state.account_id !== me.account_id) throw new Refusal('NotFound');
  await save(trx, report, decideDelivery(report.state, me.user_id, false));
  return { status: 200, data: { id }, message: reportWords.left };
};

/** What the link of a mail asks, for the person it was sent to; LinkExpired once there is no such report for them. */
export const handleLink = async (
  trx: CommandTrx,
  { report_id, user_id }: { report_id: string; user_id: string },
  wants: boolean,
): Promise<CommandAnswer<ReportDelivery>> => {
  const report = await load<ReportState>(trx, `report-${report_id}`);
  const { account_id, recipients } = report.state;
  const user = await trx.kernel.facts.user(trx, user_id);
  const isReader = user?.phase === 'member' && user.account_id === account_id && recipients.includes(user_id);
  if (report.state.phase !== 'running' || !isReader) throw new Refusal('LinkExpired');
  const events = decideDelivery(report.state, user_id, wants);
  const { state } = await save(actingAs(trx, { id: user_id, account_id }), report, events);
  const { name, rhythm } = state;
  return { status: 200, data: { name, rhythm, is_recipient: readersOf(state).includes(user_id) } };
};
