import { useParams } from 'react-router';
import type { ReportDelivery } from '#contracts/report/rows.ts';
import { http } from '../api/http.ts';
import { reportEndWords } from '../words/report-end.en.ts';
import { t } from '../words/t.ts';
import { MailEnd } from './MailEnd.tsx';

/** Ends a report for one of its recipients by the link in its mail, and brings it back. */
export function Component() {
  const { token = '' } = useParams();
  const ask = (path: string) => http.post<ReportDelivery>(`/report_schedule/${path}`, { token }, { auth: 'none' });
  return (
    <MailEnd<ReportDelivery>
      end={() => ask('leave')}
      start={() => ask('return')}
      isEnded={({ is_recipient }) => !is_recipient}
      title={t(reportEndWords.title)}
      question={t(reportEndWords.question)}
      stop={t(reportEndWords.stop)}
      notEnded={t(reportEndWords.notEnded)}
      broken={t(reportEndWords.broken)}
      startAgain={t(reportEndWords.start)}
      ended={({ name }) => t(reportEndWords.ended, { name })}
      started={({ name }) => t(reportEndWords.started, { name })}
      note={t(reportEndWords.others)}
    />
  );
}
