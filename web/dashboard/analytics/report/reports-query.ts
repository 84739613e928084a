import { queryOptions } from '@tanstack/react-query';
import type { ReportRow } from '#contracts/report/rows.ts';
import { http } from '../../api/http.ts';

/** The reports by email that the person may see. */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => http.get<ReportRow[]>('/report_schedule', { signal }),
});
