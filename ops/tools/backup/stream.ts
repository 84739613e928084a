import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Bus, openBus } from '#kernel/messaging/bus.ts';
import { asBusError, streamManager } from '#kernel/messaging/stream.ts';
import type { Config } from '#kernel/platform/config.ts';
import { createLog } from '#kernel/platform/log.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import type { StoredBatch } from '#kernel/telemetry-log/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { streamCreatedMs, telemetryInfo } from '#kernel/telemetry-log/stream.ts';
import { finalisedStreamEnd } from '#projections/analytics/archive/hours.ts';
import { mergeLanes } from '#projections/analytics/archive/merge-lanes.ts';
import { copyField } from '#projections/runner/copy-field.ts';
import { BackupUnfit, type Manifest } from './manifest.ts';
import { packInto, unpackLines } from './pack.ts';

type StreamPart = NonNullable<Manifest['stream']>;

const connectMs = 10_000;

/**
 * Runs work with a connection to NATS, null where the settings name none; throws BackupUnfit when it does not answer.
 */
export const withBus = async <T>(config: Config, work: (bus: Bus | null) => Promise<T>): Promise<T> => {
  const { NATS_URL, NATS_CREDS, NATS_CA, NATS_INBOX } = config;
  if (!NATS_URL) return work(null);
  const bus = openBus({ NATS_URL, NATS_CREDS, NATS_CA, NATS_INBOX }, createLog('silent'));
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((done, fail) => {
      late = setTimeout(
        () =>
          fail(
            new BackupUnfit(
              "NATS isn't responding, and accepted batches may be waiting there. Start it and try again.",
            ),
          ),
        connectMs,
      );
      bus.onConnection(() => done());
    });
    return await work(bus);
  } finally {
    clearTimeout(late);
    await bus.stop();
  }
};

const stateOf = async (bus: Bus) => {
  const info = await asBusError(telemetryInfo(await streamManager(bus)));
  return info && { made: streamCreatedMs(info), first: info.state.first_seq, last: info.state.last_seq };
};

/** Messages are packed as arrays: what of a batch the inbox has a column for, and its number in the stream. */
const lineOf = ({ position, partition, instance_id, batch_id, received_ms, payload }: StoredBatch): string =>
  `${JSON.stringify([position, partition, instance_id, batch_id, received_ms, payload])}\n`;

/**
 * Copies what the stream for telemetry holds and the archive of the snapshot does not. Everything that was accepted
 * before the snapshot is in it: nothing is removed while the archive's lock is held. Null where there is no stream.
 */
export const copyStream = async (folder: string, bus: Bus | null, on: pg.ClientBase): Promise<StreamPart | null> => {
  const state = bus && (await stateOf(bus));
  if (!bus || !state) return null;
  const { made, last } = state;
  const sealed = await finalisedStreamEnd(on as never);
  const after = sealed?.made === made ? sealed.end : 0;
  const place = (position: number) => ({ transaction_id: String(made), position: String(position) });
  let rows = 0;
  async function* lines() {
    const stretch = { after: place(after), until: place(last) };
    const every = new Map(Array.from({ length: laneCount }, (_, lane) => [lane, stretch]));
    if (last <= after) return;
    for await (const row of mergeLanes(createJetStreamSource(bus!), every)) {
      rows += 1;
      yield lineOf(row);
    }
  }
  const part = await packInto(folder, 'telemetry-stream.gz', lines(), () => rows);
  return { ...part, made, first: after + 1, last };
};

/** Brings the messages into a table of this transaction. */
const loadMessages = async (client: pg.ClientBase, folder: string, part: StreamPart): Promise<void> => {
  await client.query(
    `create temp table restored_message (seq bigint, partition smallint, instance_id uuid, batch_id uuid,
       received_ms double precision, payload text) on commit drop`,
  );
  const into = client.query(copyFrom('copy restored_message from stdin'));
  await unpackLines(folder, part, async (line) => {
    const fields = JSON.parse(line) as unknown[];
    if (!into.write(`${fields.map(copyField).join('\t')}\n`)) await once(into, 'drain');
  });
  into.end();
  await finished(into);
};

/**
 * Puts the messages of a backup into the inbox, in the transaction that renumbers it afterwards; answers how many.
 * Those that the same stream still holds stay there, and are read from there. What was counted comes to lie before
 * where the inbox is counted to, what was not behind it, and each keeps the moment at which it arrived.
 */
export const restoreStream = async (
  client: pg.ClientBase,
  folder: string,
  part: StreamPart | null,
  bus: Bus | null,
): Promise<number> => {
  if (!part) return 0;
  const now = bus && (await stateOf(bus));
  const survives = now && now.made === part.made ? now : null;
  if (survives && survives.last < part.last)
    throw new BackupUnfit(
      'The stream STORYRAIL_TELEMETRY was reset to an earlier state. Delete it in NATS and restore again.',
    );
  await loadMessages(client, folder, part);
  await client.query(`delete from restored_message where seq >= $1`, [survives?.first ?? part.last + 1]);
  await client.query(
    `create temp table restored_batch on commit drop as
       select m.*, (c.transaction_id, c.position) >= ($1::text::xid8, m.seq) as counted
         from restored_message m
         join analytics.telemetry_checkpoint c on c.source = 'jetstream' and c.lane = m.partition & $2`,
    [part.made, laneCount - 1],
  );
  await client.query(
    `update analytics.telemetry_checkpoint c set transaction_id = '2', position = 0
      where source = 'postgres' and transaction_id < '2'
        and exists (select from restored_batch b where b.counted and b.partition & $1 = c.lane)`,
    [laneCount - 1],
  );
  const { rowCount } = await client.query(
    `insert into public.telemetry_batch (transaction_id, position, partition, instance_id, batch_id, received_at, payload)
     select case when counted then '1' else '18446744073709551615' end::xid8, seq, partition, instance_id, batch_id,
            to_timestamp(received_ms / 1000), payload from restored_batch`,
  );
  return rowCount ?? 0;
};
