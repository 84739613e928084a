import type { CommandTrx } from '../commands/command-trx.ts';
import type { MailTemplate } from '../mail/templates.ts';

/** Effects that an event can ask for, each once. Their payloads hold ids only. */
export interface Effects {
  mail: { template: Exclude<MailTemplate, 'email_change_notice'>; user_id: string };
  /** A second mail of the same event. */
  notice: { template: 'email_change_notice'; user_id: string };
}
export type EffectName = keyof Effects;

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
