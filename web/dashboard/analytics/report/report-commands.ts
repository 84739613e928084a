import type { ScheduleReport } from '#contracts/report/commands.ts';
import { asCommand, http } from '../../api/http.ts';

/** The acts on reports by email, one method each, sent under the key of the act; all throw ApiError. */
export const reportCommands = {
  scheduleReport: (report: ScheduleReport, key: string) =>
    http.post<{ id: string }>('/report_schedule', report, asCommand(key)),
  /** Ends a report for all its recipients. */
  endReport: (id: string, key: string) => http.delete<{ id: string }>('/report_schedule', { id }, asCommand(key)),
  /** Ends a report for the person alone. */
  leaveReport: (id: string, key: string) =>
    http.delete<{ id: string }>('/report_schedule/recipient', { id }, asCommand(key)),
} as const;
