import type { TrafficJump } from '#contracts/app/events.ts';
import type { CommandTrx } from '../commands/command-trx.ts';
import type { MailTemplate, NoticeTemplate } from '../mail/templates.ts';

/** Effects that an event can ask for, each once. Their payloads hold ids, moments and figures only. */
export interface Effects {
  mail: { template: Exclude<MailTemplate, NoticeTemplate>; user_id: string };
  /** A mail without a link, which may be the second of the same event. */
  notice: { template: NoticeTemplate; user_id: string };
  /** Mails to the person and the owners of their account about a change of a factor. */
  factor_notice: { user_id: string };
  /** Mails to everybody of an account that staff gave it an owner; `invited`: or invited one. */
  owner_notice: { account_id: string; invited?: boolean };
  /** Mails to the owners of an account what the event says of its money. */
  billing_mail: { account_id: string };
  /** A code by text message. */
  sms_code: { code_id: string };
  /** Tells every account with an app that used an older SDK of the release that the event announces. */
  sdk_release: Record<string, never>;
  /** A mail about what somebody has not read, up to the moment `until`, in unix seconds; its id stands for an event's. */
  digest: { user_id: string; since: number; until: number };
  /** A report for one person; `period` is the day on which it was due, and its id stands for an event's. */
  report: { report_id: string; user_id: string; period: string };
  /** Tells the owners of an app that an instance gets far more than usual; its id stands for an event's. */
  unusual_traffic: { app_id: string; jump: TrafficJump };
}
export type EffectName = keyof Effects;
/** Those that the kernel cannot do by itself. */
export type OutsideEffect = 'sdk_release' | 'digest' | 'report' | 'billing_mail' | 'unusual_traffic';

/**
 * Enqueues an effect of an event in the event's own transaction (outbox); runs at least once after COMMIT, never in a
 * rebuild.
 */
export const enqueueEffect = async <E extends EffectName>(
  trx: CommandTrx,
  eventId: string,
  effect: E,
  payload: Effects[E],
): Promise<void> => {
  await trx.query
    .insertInto('job_outbox')
    .values({
      event_id: eventId,
      effect,
      payload: JSON.stringify(payload),
      moved_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  trx.afterCommit(() => trx.kernel.notifier.notify('jobs'));
};
