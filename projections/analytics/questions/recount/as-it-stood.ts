import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import type { StoodAnswer, StoodFigures } from '#contracts/stats/recount.ts';
import { toEpochMs, type UnixSeconds } from '#contracts/time.ts';
import { mapInTurns } from '#kernel/platform/in-turns.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { viewerHash } from '../../rollups/sketch.ts';
import { eachBatch, edgesOf, type RecountDeps, type RecountScope } from './batches.ts';
import { titlesOf } from './titles.ts';
import { createViewerCounter } from './viewer-counter.ts';

const counted: Partial<Record<SdkEventType, Exclude<keyof StoodFigures, 'reach'>>> = {
  story_impression: 'impression',
  group_opened: 'open',
  story_clicked: 'click',
  group_completed: 'complete',
};

const createStoodCounter = () => {
  const sums = { impression: 0, open: 0, click: 0, complete: 0 };
  const viewers = createViewerCounter();
  return {
    add(figure: keyof typeof sums, viewer: number | null): void {
      sums[figure] += 1;
      if (figure === 'impression' && viewer !== null) viewers.add(viewer);
    },
    figures: (): StoodFigures => ({ ...sums, reach: viewers.count() }),
  };
};

const createPair = () => ({ stood: createStoodCounter(), now: createStoodCounter() });
type Pair = ReturnType<typeof createPair>;
type Side = keyof Pair;

const compare = (pair: Pair) => {
  const [as_it_stood, now] = [pair.stood.figures(), pair.now.figures()];
  const difference = (figure: keyof StoodFigures): number => now[figure] - as_it_stood[figure];
  return {
    as_it_stood,
    now,
    difference: {
      impression: difference('impression'),
      reach: difference('reach'),
      open: difference('open'),
      click: difference('click'),
      complete: difference('complete'),
    },
  };
};

/**
 * Counts an app's figures of whole days from the raw batches twice: from those alone that were accepted until a moment,
 * by the log's clock, and from all. Nothing is written. A batch that was sent again counts once on each side, by the first
 * copy that was there. In memory some kilobytes for each group, and the id of each batch of after the moment.
 */
export const recountAsItStood = async (
  kernel: RecountDeps,
  scope: RecountScope,
  accepted_until: UnixSeconds,
): Promise<StoodAnswer> => {
  const { app_id, range, recountable_since } = scope;
  const { from, to } = edgesOf(range);
  const moment = toEpochMs(accepted_until);
  const total = createPair();
  const groups = new Map<string, Pair>();
  const add = ({ viewer, events }: TelemetryPayload, sides: readonly Side[]): void => {
    const hash = viewer === null ? null : viewerHash(viewer);
    for (const { type, at, group_id } of events) {
      const figure = counted[type];
      if (figure === undefined || group_id === undefined || at < from || at >= to) continue;
      const pair = groups.get(group_id) ?? createPair();
      groups.set(group_id, pair);
      for (const side of sides) {
        total[side].add(figure, hash);
        pair[side].add(figure, hash);
      }
    }
  };
  /** Counted now by a copy of after the moment; one of before it may come later in the log. */
  const onlyNow = new Set<string>();
  const batches = await eachBatch(
    kernel,
    scope,
    (payload, { batch, repeated }) => {
      const key = `${batch.instance_id}${batch.batch_id}`;
      const wasThere = batch.received_ms <= moment;
      if (repeated) {
        if (wasThere && onlyNow.delete(key)) add(payload, ['stood']);
        return;
      }
      add(payload, wasThere ? ['stood', 'now'] : ['now']);
      if (!wasThere) onlyNow.add(key);
    },
    { withRepeated: true },
  );
  const titles = await titlesOf(kernel.db, [...groups.keys()]);
  const rows = await mapInTurns(
    groups,
    ([story_group_id, pair]) => ({ story_group_id, title: titles.get(story_group_id) ?? null, ...compare(pair) }),
    { aTurn: 50 },
  );
  return {
    app_id,
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    accepted_until,
    batches,
    recountable_since,
    ...compare(total),
    groups: rows.sort((a, b) => b.now.impression - a.now.impression || (a.story_group_id < b.story_group_id ? -1 : 1)),
  };
};
