import { bigints, dates, ints, uuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';

const dayMs = 86_400_000;

interface InstanceDay {
  day: number;
  instance_id: string;
  app_id: string;
  batches: number;
  crowded: number;
  bytes: number;
}

/** Counts what each instance's SDKs sent by the UTC day of arrival. */
export const createInstanceDayCounter = (): Counter => {
  const days = new Map<string, InstanceDay>();
  return {
    add({ row: { instance_id, payload: text }, payload }) {
      const day = Math.floor(payload.received_at / dayMs);
      const key = `${day} ${instance_id}`;
      let held = days.get(key);
      if (!held) {
        held = { day, instance_id, app_id: payload.app_id, batches: 0, crowded: 0, bytes: 0 };
        days.set(key, held);
      }
      held.batches += 1;
      held.bytes += Buffer.byteLength(text);
      if (payload.crowded) held.crowded += 1;
    },
    async write(on) {
      if (days.size === 0) return;
      const rows = [...days.values()].sort((a, b) => a.day - b.day || (a.instance_id < b.instance_id ? -1 : 1));
      await on.query({
        name: 'add-instance-days',
        text: `insert into telemetry_day as held (day, instance_id, app_id, batches, crowded, bytes)
               select * from unnest($1::date[], $2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::bigint[])
               on conflict (day, instance_id)
               do update set batches = held.batches + excluded.batches, crowded = held.crowded + excluded.crowded,
                             bytes = held.bytes + excluded.bytes`,
        values: [
          dates(rows.map((row) => row.day)),
          uuids(rows.map((row) => row.instance_id)),
          uuids(rows.map((row) => row.app_id)),
          ints(rows.map((row) => row.batches)),
          ints(rows.map((row) => row.crowded)),
          bigints(rows.map((row) => row.bytes)),
        ],
      });
    },
  };
};
