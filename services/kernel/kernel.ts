import type { FastifyRequest } from 'fastify';
import type { RefusalCode } from '#contracts/api/errors.ts';
import type { PlanFacts } from '#contracts/api/plans.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import type { EpochMs, UnixSeconds } from '#contracts/time.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import type { RedeemDeal, ReleaseDeal } from './commands/command-trx.ts';
import type { Facts, InlineProjections } from './commands/facts.ts';
import type { LockSession } from './db/lock-session.ts';
import type { Notifier } from './db/notifier.ts';
import type { Db } from './db/pool.ts';
import type { MailSender } from './mail/mail.ts';
import type { IconReader } from './media/icons.ts';
import type { Bus } from './messaging/bus.ts';
import type { SiteReader } from './outbound/site-reader.ts';
import type { SocialClient } from './outbound/social/social-client.ts';
import type { StoreLookup } from './outbound/stores/lookup.ts';
import type { Config } from './platform/config.ts';
import type { FileStore } from './platform/files.ts';
import type { Logger } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Tracing } from './platform/tracing.ts';
import type { SmsSender } from './sms/sms.ts';
import type { TelemetryLog } from './telemetry-log/log.ts';
import type { TelemetryFacts } from './telemetry-log/telemetry-facts.ts';
import type { ViewerNames } from './viewers/viewer-names.ts';

/** What every part of a process works with; built once in ops/start/open-kernel.ts, for tests, too. */
export interface Kernel {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Null without OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracing: Tracing | null;
  db: Db;
  /** Address of the main database, for connections of one's own. */
  databaseUrl: string;
  /** What this process alone does holds a lock here. */
  locks: LockSession;
  /** Where telemetry and figures live; the same database unless ANALYTICS_DATABASE_URL names another. */
  analytics: Db;
  analyticsUrl: string;
  /** The same for what is done with figures. */
  analyticsLocks: LockSession;
  notifier: Notifier;
  /** Null without NATS_URL. */
  bus: Bus | null;
  secrets: Secrets;
  files: FileStore;
  sites: SiteReader;
  stores: StoreLookup;
  /** Null where nobody can sign in with it. */
  social: Record<SocialProvider, SocialClient | null>;
  icons: IconReader;
  mails: MailSender;
  /** Null where nothing sends text messages. */
  texts: SmsSender | null;
  telemetry: TelemetryLog;
  viewerNames: ViewerNames;
  facts: Facts;
  telemetryFacts: TelemetryFacts;
  inline: InlineProjections;
  redeemDeal: RedeemDeal;
  releaseDeal: ReleaseDeal;
  /** What an account pays for, and how; `now` is unix seconds. */
  readCustomer(
    kernel: Pick<Kernel, 'db' | 'config'>,
    account: PlanFacts & { account_id: string },
    now: UnixSeconds,
  ): Promise<PaymentCustomer>;
  /** How a signed-in person shows that it is still them. */
  proofs: readonly Proof[];
  /** Whether this process is still making the stories and viewers of the demo account. */
  demo: { filling: boolean };
  now(): EpochMs;
}

/** A way in which a signed-in person shows that it is still them. */
export interface Proof {
  /** The field of a body that carries it. */
  field: 'password' | 'passkey' | 'totp_code' | 'otp_code' | 'recovery_code';
  /** How somebody who has it and gave none is refused. */
  asked: RefusalCode;
  /** It is a second factor, and no text message. */
  isFactor: boolean;
  /** Whether the person has it at all. */
  held(kernel: Pick<Kernel, 'db'>, userId: string): Promise<boolean>;
  /** Refuses what does not show it. Tries count like sign-ins. */
  require(kernel: Kernel, request: FastifyRequest, userId: string, given: unknown): Promise<void>;
}
