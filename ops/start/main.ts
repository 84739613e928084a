import type { Config } from '#kernel/platform/config.ts';
import { explainFailedStart, startProduct } from './start-product.ts';

const stopWithinMs = 10_000;

const localNotice =
  'Only this machine can open the outbox, /docs, /metrics and the demo account. Before you put a proxy in front, set PUBLIC_URL to its https:// address, TRUST_PROXY to where it runs, and NODE_ENV=production.';

/** Why others may reach this installation, and what they find closed. */
const publicNotice = ({ loopback, TRUST_PROXY, NODE_ENV, METRICS_TOKEN, PUBLIC_URL }: Config): string => {
  const why =
    NODE_ENV === 'production'
      ? 'NODE_ENV is production'
      : !loopback
        ? 'HOST is open to other machines'
        : TRUST_PROXY
          ? 'TRUST_PROXY is set'
          : `PUBLIC_URL is ${PUBLIC_URL}`;
  const token = METRICS_TOKEN ? 'ask for METRICS_TOKEN' : 'are closed until METRICS_TOKEN is set';
  return `The outbox page and the demo account are off because ${why}. /docs and /metrics ${token}.`;
};

try {
  const { config, log, stopAll, demo } = await startProduct(process.env, process.argv.slice(2));
  process.stdout.write(`\n  Storyrail is running: ${config.PUBLIC_URL}\n`);
  if (config.local && !config.SMTP_URL)
    process.stdout.write(`  Local outbox:         ${config.PUBLIC_URL}/dev/outbox\n`);
  if (config.local) process.stdout.write(`  API documentation:    ${config.PUBLIC_URL}/docs\n\n`);
  process.stdout.write(`  ${config.local ? localNotice : publicNotice(config)}\n\n`);
  if (demo) process.stdout.write(demo.text);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    stopAll().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) {
    // What starts the embedded Postgres listens, too, and would end the process before what is open was answered.
    process.removeAllListeners(signal);
    process.on(signal, () => stop(signal));
  }
} catch (error) {
  process.stderr.write(`${explainFailedStart(error)}\n`);
  process.exit(1);
}
