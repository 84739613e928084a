import {
  comparePositions,
  type LogPosition,
  laneCount,
  type StoredBatch,
  type TelemetrySource,
} from '#kernel/telemetry-log/log.ts';

/** Small, since a page of each lane is in memory. */
const page = 100;

/** A stretch of a lane: after the first place, up to and with the second. */
export interface Stretch {
  after: LogPosition;
  until: LogPosition;
}

/** The place right before one. */
export const placeBefore = ({ transaction_id, position }: LogPosition): LogPosition => ({
  transaction_id,
  position: String(BigInt(position) - 1n),
});

/** The batches of stretches, by lane, in the order of the log; lanes without a stretch are left out. */
export async function* inLogOrder(
  source: TelemetrySource,
  stretches: ReadonlyMap<number, Stretch>,
): AsyncGenerator<StoredBatch> {
  const open: { lane: number; stretch: Stretch; rows: StoredBatch[]; next: number }[] = [];
  const fill = async (one: (typeof open)[number]): Promise<boolean> => {
    one.rows = await source.read(one.lane, one.stretch.after, one.stretch.until, page);
    one.next = 0;
    const last = one.rows.at(-1);
    if (last) one.stretch = { ...one.stretch, after: last };
    return last !== undefined;
  };
  for (let lane = 0; lane < laneCount; lane += 1) {
    const stretch = stretches.get(lane);
    if (!stretch) continue;
    const one = { lane, stretch, rows: [], next: 0 };
    if (await fill(one)) open.push(one);
  }
  while (open.length > 0) {
    let first = open[0]!;
    for (const one of open) if (comparePositions(one.rows[one.next]!, first.rows[first.next]!) < 0) first = one;
    yield first.rows[first.next]!;
    first.next += 1;
    if (first.next === first.rows.length && !(await fill(first))) open.splice(open.indexOf(first), 1);
  }
}
