import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { type Permissions, visibleApps } from '#contracts/api/roles.ts';
import type { ReportEvent, Rhythm } from '#contracts/report/events.ts';
import { type FoundThing, livingOf } from '#contracts/report/living.ts';
import { mayReadReport } from '#contracts/report/may-read.ts';
import { type ReportScope, type ReportState, readersOf } from '#contracts/report/state.ts';
import { fill } from '#contracts/words/phrase.ts';
import { reportWords } from '#contracts/words/report.en.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';

/** Somebody who asks, with what they may do. */
export interface ReportAsker {
  user_id: string;
  account_id: string;
  permissions: Permissions;
}

/** What is wanted of a new report, and what is known about that. */
export interface NewReport extends ReportScope {
  name: string;
  rhythm: Rhythm;
  recipients: readonly string[];
}
export interface NewReportFacts {
  /** Those of its things that exist in the account. */
  things: readonly FoundThing[];
  /** The members and invitations of the account. */
  team: readonly Pick<UserFacts, 'id' | 'phase' | 'verified' | 'disabled' | 'permissions'>[];
  /** How many reports the account has, and how many of these are the asker's own. */
  running: { all: number; own: number };
}

/** Whether somebody of the team may get a report of these apps. */
export const mayGetReport = (
  { phase, verified, disabled, permissions }: Omit<NewReportFacts['team'][number], 'id'>,
  apps: readonly string[],
): boolean => phase === 'member' && verified && !disabled && mayReadReport(permissions, apps);

/** Schedules a report: of what its maker may see the figures of, to members who may see them too. */
export const decideNewReport = (
  by: ReportAsker,
  wanted: NewReport,
  { things, team, running }: NewReportFacts,
): ReportEvent[] => {
  const living = livingOf(wanted, things);
  const visible = visibleApps(by.permissions);
  for (const kind of ['apps', 'instances', 'groups'] as const)
    if (living[kind].length < wanted[kind].length) throw new Refusal('NotFound');
  // Before any act is refused: beside an app without the right one that is not seen must not differ from one that is not there.
  if (visible && wanted.apps.some((app) => !visible.includes(app))) throw new Refusal('NotFound');
  for (const app of wanted.apps) requireAct(by, 'stats.view', app);
  const readers = new Set(team.filter((one) => mayGetReport(one, wanted.apps)).map(({ id }) => id));
  if (!wanted.recipients.every((one) => readers.has(one))) throw invalidField('recipients', reportWords.notReader);
  if (running.all >= limits.reports) throw new Refusal('ReportLimitReached');
  if (running.own >= limits.ownReports)
    throw new Refusal('ReportLimitReached', fill(reportWords.ownLimit, { most: limits.ownReports }));
  const { name, rhythm, apps, instances, groups, recipients } = wanted;
  return [
    {
      type: 'ReportScheduled',
      data: {
        account_id: by.account_id,
        user_id: by.user_id,
        name,
        rhythm,
        apps: [...apps],
        instances: [...instances],
        groups: [...groups],
        recipients: [...recipients],
      },
    },
  ];
};

/** Ends a report for all: by whoever made it, or an owner of its account; it is not there for whom it is not mailed. */
export const decideReportEnd = (by: ReportAsker, state: ReportState): ReportEvent[] => {
  const isOwner = by.permissions.account_owner !== undefined;
  const isOwn = state.user_id === by.user_id;
  if (state.phase !== 'running' || state.account_id !== by.account_id) throw new Refusal('NotFound');
  if (!isOwner && !isOwn && !readersOf(state).includes(by.user_id)) throw new Refusal('NotFound');
  if (!isOwner && !isOwn) throw new Refusal('PermissionDenied', reportWords.ownReports);
  return [{ type: 'ReportEnded', data: {} }];
};

/** Ends or brings back one person's mails of a report; only of those chosen, and nothing where it is so already. */
export const decideDelivery = (state: ReportState, userId: string, wants: boolean): ReportEvent[] => {
  if (state.phase !== 'running' || !state.recipients.includes(userId)) throw new Refusal('NotFound');
  if (state.left.includes(userId) !== wants) return [];
  return [{ type: wants ? 'ReportRecipientReturned' : 'ReportRecipientLeft', data: { user_id: userId } }];
};
