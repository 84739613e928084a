import type { EpochMs } from '#contracts/time.ts';
import { openLockSession } from '#kernel/db/lock-session.ts';
import { startNotifier } from '#kernel/db/notifier.ts';
import { openCommandDb, openDb } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { openMailSender } from '#kernel/mail/sender.ts';
import { openIconReader } from '#kernel/media/icons.ts';
import { openBus } from '#kernel/messaging/bus.ts';
import { openOutboundClient } from '#kernel/outbound/client.ts';
import { openSiteReader } from '#kernel/outbound/site-reader.ts';
import { openSocialClients } from '#kernel/outbound/social/social-client.ts';
import { openStoreClient, openStoreLookup } from '#kernel/outbound/stores/lookup.ts';
import { type Config, usesFast } from '#kernel/platform/config.ts';
import { openFileStore } from '#kernel/platform/files.ts';
import { createLog } from '#kernel/platform/log.ts';
import { createMetrics } from '#kernel/platform/metrics.ts';
import type { Secrets } from '#kernel/platform/secrets.ts';
import type { Tracing } from '#kernel/platform/tracing.ts';
import { openSmsSender } from '#kernel/sms/sender.ts';
import { openJetStreamTelemetry } from '#kernel/telemetry-log/jetstream-log.ts';
import { openPostgresTelemetry } from '#kernel/telemetry-log/postgres-log.ts';
import { openViewerNames } from '#kernel/viewers/viewer-names.ts';
import { readCustomer } from '#projections/catalog/billing.ts';
import { catalogFacts, telemetryFacts } from '#projections/catalog/facts.ts';
import { redeemDeal, releaseDeal } from '#services/billing/deal/redeem.ts';
import { factorProofs } from '#services/identity/factors/proofs.ts';
import { passwordProof } from '#services/identity/password-proof.ts';
import { catalogWriters } from './nouns.ts';

/**
 * Opens what the parts of a process share: databases, files, telemetry log, catalog. Close it after the parts have
 * stopped. `onlyReads`: the file store may be mounted without leave to write, and is left as it is.
 */
export const openKernel = async (
  config: Config,
  given: {
    databaseUrl: string;
    analyticsUrl?: string;
    secrets: Secrets;
    tracing?: Tracing | null;
    now?: () => EpochMs;
    onlyReads?: boolean;
  },
): Promise<Kernel & { close(): Promise<void> }> => {
  const log = createLog(config.LOG_LEVEL);
  const fast = usesFast(config, 'pg');
  const db = openCommandDb(given.databaseUrl, config.DB_POOL, fast);
  const analyticsUrl = given.analyticsUrl ?? given.databaseUrl;
  const analytics =
    analyticsUrl === given.databaseUrl ? db : openDb(analyticsUrl, { max: config.DB_POOL, pipeline: fast });
  const locks = openLockSession(given.databaseUrl);
  const analyticsLocks = analytics === db ? locks : openLockSession(analyticsUrl);
  const notifier = startNotifier(db, given.databaseUrl, log);
  const { NATS_URL, NATS_CREDS, NATS_CA, NATS_INBOX } = config;
  const bus = NATS_URL ? openBus({ NATS_URL, NATS_CREDS, NATS_CA, NATS_INBOX }, log) : null;
  const metrics = createMetrics();
  const files = await openFileStore(config.DATA_DIR, given.onlyReads);
  const now = given.now ?? Date.now;
  const icons = { files, db, now };
  // Batches are stored by COPY, which needs connections of its own.
  const inbox = openDb(analyticsUrl, { max: 3 });
  metrics.watchPool('main', db.pool);
  if (analytics !== db) metrics.watchPool('analytics', analytics.pool);
  metrics.watchPool('inbox', inbox.pool);
  const maxBytes = config.TELEMETRY_STREAM_MB * 1024 * 1024;
  const telemetry =
    bus && config.TELEMETRY_LOG === 'jetstream'
      ? openJetStreamTelemetry(bus, { log, notifier, maxBytes })
      : openPostgresTelemetry(inbox, { log, notifier });
  return {
    config,
    log,
    metrics,
    tracing: given.tracing ?? null,
    db,
    databaseUrl: given.databaseUrl,
    locks,
    analytics,
    analyticsUrl,
    analyticsLocks,
    notifier,
    bus,
    secrets: given.secrets,
    files,
    sites: openSiteReader(openOutboundClient(config.OUTBOUND_ALLOW), icons),
    stores: openStoreLookup({ apple: config.STORE_APPLE_URL, google: config.STORE_GOOGLE_URL }),
    social: openSocialClients(config, now),
    // Only addresses that a store has named get here, sealed.
    icons: openIconReader(openStoreClient(config.STORE_APPLE_URL, config.STORE_GOOGLE_URL), icons),
    mails: await openMailSender(config),
    texts: openSmsSender(config),
    telemetry,
    viewerNames: openViewerNames(analytics, log),
    facts: catalogFacts,
    telemetryFacts: telemetryFacts(db),
    inline: catalogWriters,
    redeemDeal,
    releaseDeal,
    readCustomer,
    proofs: [passwordProof, ...factorProofs],
    demo: { filling: false },
    now,
    async close() {
      await telemetry.stop();
      await bus?.stop();
      await inbox.end();
      await notifier.stop();
      await locks.close();
      if (analyticsLocks !== locks) await analyticsLocks.close();
      await db.end();
      if (analytics !== db) await analytics.end();
    },
  };
};
