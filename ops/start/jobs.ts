import { effectHandlers, startJobsWith } from '#kernel/jobs/runner.ts';
import type { Handlers } from '#kernel/jobs/worker.ts';
import type { StartPart } from '#kernel/part.ts';
import { sendReportMail } from '#projections/analytics/report-mail/send.ts';
import { sendBillingMail } from '#projections/catalog/owner-mails/send.ts';
import { sendDigest } from '#projections/notifications/digest/send.ts';
import { announceRelease } from '#services/admin/sdk-release/announce.ts';
import { tellUnusualTraffic } from '#services/app/unusual-traffic.ts';

/** The handler of each effect. */
export const allEffectHandlers: Required<Handlers> = {
  ...effectHandlers,
  billing_mail: (kernel, eventId, { account_id }) => sendBillingMail(kernel, eventId, account_id),
  sdk_release: (kernel, eventId) => announceRelease(kernel, eventId),
  unusual_traffic: (kernel, _id, { app_id, jump }) => tellUnusualTraffic(kernel, app_id, jump),
  digest: (kernel, digestId, payload) => sendDigest(kernel, digestId, payload),
  report: (kernel, mailId, payload) => sendReportMail(kernel, mailId, payload),
};

/** Runs the effects of events, and deletes expired rows every hour. */
export const startJobs: StartPart = async (kernel) => startJobsWith(kernel, allEffectHandlers);
