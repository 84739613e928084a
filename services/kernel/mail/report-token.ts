import type { Secrets } from '../platform/secrets.ts';
import { readSignedIds, signIds } from './signed-ids.ts';

const purpose = 'report-link';

/** A report as one person gets it. */
export interface ReportReader {
  report_id: string;
  user_id: string;
}

/** What the link of a report's mail carries: with it, and nothing else, that person's mails of it are turned off or on again. */
export const reportToken = (secrets: Pick<Secrets, 'keyed'>, { report_id, user_id }: ReportReader): string =>
  signIds(secrets, purpose, [report_id, user_id]);

/** Whose report a token is of; null for none of ours. */
export const reportReader = (secrets: Pick<Secrets, 'keyed'>, token: string): ReportReader | null => {
  const [report_id, user_id] = readSignedIds(secrets, purpose, token) ?? [];
  return report_id && user_id ? { report_id, user_id } : null;
};
