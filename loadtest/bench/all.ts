import { addressesBenchmark } from './addresses.ts';
import { appendBenchmark } from './append.ts';
import { commandBenchmark } from './command.ts';
import { dashboardBenchmark } from './dashboard.ts';
import { deliveryBenchmark } from './delivery.ts';
import { deployedBenchmark } from './deployed.ts';
import { designsBenchmark } from './designs.ts';
import { draftsBenchmark } from './drafts.ts';
import { drainBenchmark } from './drain.ts';
import { fastBenchmark } from './fast.ts';
import { freshnessBenchmark } from './freshness.ts';
import { ingestBenchmark } from './ingest.ts';
import { listsBenchmark } from './lists.ts';
import type { Benchmark } from './measure.ts';
import { memoryBenchmark } from './memory.ts';
import { pagesBenchmark } from './pages.ts';
import { playerBenchmark } from './player.ts';
import { queriesBenchmark } from './queries.ts';
import { rebuildBenchmark } from './rebuild.ts';
import { replayBenchmark } from './replay.ts';
import { scaleBenchmark } from './scale.ts';
import { studioBenchmark } from './studio.ts';
import { umamiBenchmark } from './umami.ts';
import { uniquesBenchmark } from './uniques.ts';

/** All benchmarks by name, in the order in which they run. */
export const benchmarks: Record<string, Benchmark> = {
  deployed: deployedBenchmark,
  fast: fastBenchmark,
  append: appendBenchmark,
  command: commandBenchmark,
  addresses: addressesBenchmark,
  ingest: ingestBenchmark,
  umami: umamiBenchmark,
  drain: drainBenchmark,
  scale: scaleBenchmark,
  delivery: deliveryBenchmark,
  designs: designsBenchmark,
  drafts: draftsBenchmark,
  memory: memoryBenchmark,
  lists: listsBenchmark,
  freshness: freshnessBenchmark,
  replay: replayBenchmark,
  rebuild: rebuildBenchmark,
  dashboard: dashboardBenchmark,
  pages: pagesBenchmark,
  player: playerBenchmark,
  studio: studioBenchmark,
  uniques: uniquesBenchmark,
  queries: queriesBenchmark,
};
