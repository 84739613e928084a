// npm run cluster [-- --nats-port 4222]: everything as on several machines, as processes of this one, until SIGTERM or
// Ctrl-C.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { loadConfig } from '#kernel/platform/config.ts';
import { ensureNatsServer } from './nats-server.ts';
import { clusterProcesses, startCluster } from './topology.ts';

const { values } = parseArgs({ options: { 'nats-port': { type: 'string', default: '4222' } } });
const config = loadConfig(process.env);
const natsServer = config.NATS_URL ? null : ensureNatsServer();
if (!config.NATS_URL && !natsServer) {
  console.error('nats-server not found. Install the package "nats-server", or set NATS_SERVER to its path.');
  process.exit(1);
}
const natsPort = Number(values['nats-port']);
const { PORT: _, HOST: __, ...env } = process.env;
const say = (words: string) => console.log(`  ${words}`);

// The embedded Postgres listens, too, and would end the process before the others were asked to end.
const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.removeAllListeners(signal);
  process.on(signal, () => ending.abort());
}

const run = async () => {
  const cluster = await startCluster({
    config,
    env,
    natsServer,
    ports: clusterProcesses.map((_one, index) => config.PORT + index),
    natsPorts: [0, 1, 2].map((index) => ({
      client: natsPort + index,
      route: natsPort + 10 + index,
      monitor: natsPort + 20 + index,
    })),
    say,
    signal: ending.signal,
  });
  console.log('\n  Storyrail is running as a cluster:\n');
  for (const { name, address, parts } of cluster.served) say(`${name.padEnd(12)} ${address}  ${parts}`);
  for (const { name, url } of cluster.nats) say(`${name.padEnd(12)} ${url}`);
  say(`\n  The dashboard: ${cluster.served[0]!.address}   Logs: ${config.DATA_DIR}/logs\n`);
  if (!ending.signal.aborted) await once(ending.signal, 'abort');
  await cluster.stop();
};

run().then(
  () => process.exit(0),
  (error: Error) => {
    if (!ending.signal.aborted) console.error(error.message);
    process.exit(ending.signal.aborted ? 0 : 1);
  },
);
