import { v7 as uuidv7 } from 'uuid';
import type { Cause } from '#contracts/event.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Origin } from '../event-store/append.ts';

/** What a client's repeated request is recognised by; `body` is hashed. */
export interface IdempotencyKey {
  user_id: string;
  key: string;
  route: string;
  body: unknown;
}

/** A command as it reaches the write side: where it comes from and how a repetition is recognised. */
export interface CommandContext extends Readonly<Origin> {
  readonly idempotency: IdempotencyKey | null;
}

/** The context of what the system does by itself at `now`: nobody's request, no account unless one is named. */
export const systemContext = (
  now: EpochMs,
  account_id: string | null = null,
  cause: Cause | null = null,
): CommandContext => ({
  account_id,
  actor: { type: 'system', id: null },
  on_behalf_of: null,
  correlation_id: uuidv7(),
  request_id: null,
  cause,
  client: null,
  now,
  idempotency: null,
});

/**
 * Sets an attempt's time to the one at which it appends. Of somebody's request that is now, since it may have waited
 * behind others, and what came later must not look earlier. What the system does by itself keeps the time it was given.
 */
export const advanceClock = (context: CommandContext, clock: { now(): EpochMs }): void => {
  // The one field that changes, and only here: deciders see the time at which their events are appended.
  const own = context as { -readonly [K in keyof CommandContext]: CommandContext[K] };
  if (own.request_id !== null) own.now = Math.max(own.now, clock.now());
};
