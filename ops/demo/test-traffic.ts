import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Answered } from './answering.ts';
import { castOf, type DemoSize, shownDays } from './cast.ts';
import { groupTimelines } from './timeline.ts';
import { type DemoBatch, trafficOn } from './traffic.ts';

/** Every batch of a demo that starts at a moment, of all apps and of each of its shown days, or of one in `every`. */
export const allTraffic = (kernel: Kernel, start: EpochMs, size: DemoSize, every = 1): DemoBatch[] => {
  const cast = castOf(kernel, start, size);
  const groups = groupTimelines(cast, size.stories);
  const answered: Answered = new Map();
  const days = Array.from({ length: shownDays + 1 }, (_, day) => day);
  return days
    .filter((day) => day % every === 0)
    .flatMap((day) => cast.apps.flatMap((app) => trafficOn(cast, app, groups, day, size.traffic, answered)));
};
