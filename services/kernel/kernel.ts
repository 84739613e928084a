import type { Bus } from './bus/bus.ts';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { FileStore } from './files.ts';
import type { Icons } from './icons.ts';
import type { Logger } from './log.ts';
import type { MailSender } from './mail/sender.ts';
import type { Metrics } from './metrics.ts';
import type { Facts, InlineProjection, Proof, TelemetryFacts } from './ports.ts';
import type { Secrets } from './secrets.ts';
import type { SiteReader } from './site-reader.ts';
import type { StoreLookup } from './stores/lookup.ts';
import type { TelemetryLog } from './telemetry/log.ts';
import type { ViewerNames } from './viewer-names.ts';
import type { Wake } from './wake.ts';

/** What every part of a process works with; built once in ops/open-kernel.ts, for tests, too. */
export interface Kernel {
  config: Config;
  log: Logger;
  metrics: Metrics;
  db: Db;
  /** Address of the main database, for connections that hold a lock or listen. */
  databaseUrl: string;
  /** Where telemetry and figures live; the same database unless ANALYTICS_DATABASE_URL names another. */
  analytics: Db;
  analyticsUrl: string;
  wake: Wake;
  /** Null without NATS_URL. */
  bus: Bus | null;
  secrets: Secrets;
  files: FileStore;
  sites: SiteReader;
  stores: StoreLookup;
  icons: Icons;
  mails: MailSender;
  telemetry: TelemetryLog;
  viewerNames: ViewerNames;
  facts: Facts;
  telemetryFacts: TelemetryFacts;
  inline: InlineProjection;
  /** How a signed-in person shows that it is still them. */
  proofs: readonly Proof[];
  /** The clock: unix milliseconds. */
  now(): number;
}
