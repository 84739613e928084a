import {
  comparePositions,
  type LogPosition,
  type StoredBatch,
  type TelemetrySource,
} from '#kernel/telemetry-log/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';

/** Small, since a page of each lane is in memory. */
const pageSize = 100;

/** A range of a lane's positions, without the first and with the last. */
export interface LaneRange {
  after: LogPosition;
  until: LogPosition;
}

/** The position right before one. */
export const positionBefore = ({ transaction_id, position }: LogPosition): LogPosition => ({
  transaction_id,
  position: String(BigInt(position) - 1n),
});

/** Merges the lanes of a log into its order (a k-way merge); lanes without a range are left out. */
export async function* mergeLanes(
  source: TelemetrySource,
  ranges: ReadonlyMap<number, LaneRange>,
): AsyncGenerator<StoredBatch> {
  const cursors: { lane: number; range: LaneRange; rows: StoredBatch[]; next: number }[] = [];
  const fill = async (cursor: (typeof cursors)[number]): Promise<boolean> => {
    cursor.rows = await source.read(cursor.lane, cursor.range.after, cursor.range.until, pageSize);
    cursor.next = 0;
    const last = cursor.rows.at(-1);
    if (last) cursor.range = { ...cursor.range, after: last };
    return last !== undefined;
  };
  for (let lane = 0; lane < laneCount; lane += 1) {
    const range = ranges.get(lane);
    if (!range) continue;
    const cursor = { lane, range, rows: [], next: 0 };
    if (await fill(cursor)) cursors.push(cursor);
  }
  while (cursors.length > 0) {
    let first = cursors[0]!;
    for (const cursor of cursors)
      if (comparePositions(cursor.rows[cursor.next]!, first.rows[first.next]!) < 0) first = cursor;
    yield first.rows[first.next]!;
    first.next += 1;
    if (first.next === first.rows.length && !(await fill(first))) cursors.splice(cursors.indexOf(first), 1);
  }
}
