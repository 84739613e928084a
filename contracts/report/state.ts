import type { ReportEvent, Rhythm } from './events.ts';

/** What a report shows: apps, and of these only the named instances and groups where some are named. */
export interface ReportScope {
  apps: readonly string[];
  instances: readonly string[];
  groups: readonly string[];
}
export interface ReportState extends ReportScope {
  id: string;
  phase: 'none' | 'running' | 'ended';
  account_id: string;
  /** Who made it. */
  user_id: string;
  name: string;
  rhythm: Rhythm;
  /** Who was chosen to get it, */
  recipients: readonly string[];
  /** and who of them wants it no more. */
  left: readonly string[];
}
export const initialReport = (id: string): ReportState => ({
  id,
  phase: 'none',
  account_id: '',
  user_id: '',
  name: '',
  rhythm: 'weekly',
  apps: [],
  instances: [],
  groups: [],
  recipients: [],
  left: [],
});
/** Folds one event into a report; an event it does not know changes nothing. */
export const evolveReport = (state: ReportState, event: ReportEvent): ReportState => {
  switch (event.type) {
    case 'ReportScheduled':
      return { ...state, ...event.data, phase: 'running' };
    case 'ReportRecipientLeft':
      return { ...state, left: [...state.left, event.data.user_id] };
    case 'ReportRecipientReturned':
      return { ...state, left: state.left.filter((one) => one !== event.data.user_id) };
    case 'ReportEnded':
      return { ...state, phase: 'ended' };
    default:
      return state;
  }
};
/** Who gets a report: those chosen who have not left. */
export const readersOf = ({ recipients, left }: Pick<ReportState, 'recipients' | 'left'>): string[] =>
  recipients.filter((one) => !left.includes(one));
