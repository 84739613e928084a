import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { type Act, may } from '#contracts/api/roles.ts';
import type { Cause } from '#contracts/event.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import type { Principal } from '../auth/principal.ts';
import type { FoundDeal } from '../db/deal-code.ts';
import type { Notifier } from '../db/notifier.ts';
import type { Db } from '../db/pool.ts';
import type { Trx } from '../db/transaction.ts';
import type { Origin } from '../event-store/append.ts';
import type { Config } from '../platform/config.ts';
import type { FileStore } from '../platform/files.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { SmsSender } from '../sms/sms.ts';
import type { Facts, InlineProjections } from './facts.ts';

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
  /** Until when, by `performance.now()`, a command may decide on cached states: who asks was confirmed less than a second before. */
  readonly confirmed_until: number;
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
  confirmed_until: Number.POSITIVE_INFINITY,
});

/** Pays the year of an account by a deal's code, in the caller's transaction; refuses a code that is used, and an account with a plan. */
export type RedeemDeal = (trx: CommandTrx, accountId: string, deal: FoundDeal) => Promise<void>;
/** Frees the code of a sign-up that nobody has verified, and ends the year that it paid. */
export type ReleaseDeal = (trx: CommandTrx, accountId: string) => Promise<void>;

/** The parts of the kernel that commands work with. */
export interface CommandKernel {
  config: Config;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing | null;
  db: Db;
  notifier: Notifier;
  secrets: Secrets;
  files: FileStore;
  facts: Facts;
  inline: InlineProjections;
  texts: SmsSender | null;
  redeemDeal: RedeemDeal;
  releaseDeal: ReleaseDeal;
  now(): EpochMs;
}

/** What one attempt to run a command has read and written so far. */
export interface Attempt {
  /** True in the first attempt, which may decide on states that this process cached. */
  readonly optimistic: boolean;
  /** Streams appended to: what this transaction reads of them is not committed yet. */
  readonly appended: Set<string>;
  /** Streams whose state was taken from the cache, and that no append has verified so far. */
  readonly unverified: Set<string>;
}

/** The transaction of one attempt with its context: what a command works with. */
export interface CommandTrx extends Trx {
  readonly kernel: CommandKernel;
  readonly context: CommandContext;
  readonly attempt: Attempt;
}

/** What a command answers with; stored for repetitions when the client sent an Idempotency-Key. */
export interface CommandAnswer<T = unknown> {
  status: number;
  data: T;
  /** A text where the answer was stored for repetitions. */
  message?: Phrase | string;
}

/** The same transaction, where what is appended has another author, account, origin or cause. */
export const withContext = (
  trx: CommandTrx,
  changes: Partial<Omit<CommandContext, 'now' | 'idempotency'>>,
): CommandTrx => Object.create(trx, { context: { value: { ...trx.context, ...changes } } });

/**
 * The same transaction, where the system acts in another account because of whoever acts here: nothing that it appends
 * there says from where.
 */
export const asSystemIn = (trx: CommandTrx, account_id: string): CommandTrx =>
  withContext(trx, {
    account_id,
    actor: { type: 'system', id: null },
    on_behalf_of: null,
    request_id: null,
    client: null,
  });

/** Who asks, read again inside the command's transaction, so that a role or session taken away a moment ago counts. */
export const currentPrincipal = async (
  trx: Pick<CommandTrx, 'client' | 'kernel'>,
  principal: Pick<Principal, 'session_id'>,
): Promise<Principal> => {
  const now = await trx.kernel.facts.principal(trx, principal.session_id);
  if (!now) throw new Refusal('Unauthorized');
  return now;
};

/** The same, of whom an act is still allowed on at least one app; refuses others with PermissionDenied. */
export const stillMay = async (
  trx: Pick<CommandTrx, 'client' | 'kernel'>,
  principal: Pick<Principal, 'session_id'>,
  act: Act,
): Promise<Principal> => {
  const now = await currentPrincipal(trx, principal);
  if (!may(now.permissions, act)) throw new Refusal('PermissionDenied');
  return now;
};
