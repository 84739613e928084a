import { randomUUID } from 'node:crypto';
import { openJetStreamTelemetry } from '#kernel/telemetry/jetstream-log.ts';
import { openTestBus, startTestNats } from '#ops/testing/nats.ts';
import { until } from '#ops/testing/harness.ts';
import { createLog } from '#kernel/log.ts';
const undo: any[] = [];
const here = { teardown: (w: any) => void undo.unshift(w) };
const nats = await startTestNats(here, 1);
const log = openJetStreamTelemetry(openTestBus(here, nats.url), { log: createLog('silent'), wake: { tell() {} }, maxBytes: 4 * 1024 ** 3 });
const payload = JSON.stringify({ a: 'x'.repeat(2500) });
const rec = () => ({ partition: Math.floor(Math.random() * 64), instance_id: randomUUID(), batch_id: randomUUID(), payload });
await until(() => log.append(rec()).then(() => true, () => false));
for (let round = 0; round < 4; round += 1) {
  const recs = Array.from({ length: 10000 }, rec);
  const cpu = process.cpuUsage(); const t0 = performance.now();
  let n = 0;
  await Promise.all(Array.from({ length: 64 }, async () => { while (n < recs.length) await log.append(recs[n++]!); }));
  const used = process.cpuUsage(cpu);
  console.log('cpu us per append', (used.user + used.system) / 10000, 'wall/s', 10000 / ((performance.now() - t0) / 1000));
}
for (const u of undo) await u();
await log.stop();
