import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { castOf, type DemoSize, shownDays } from './cast.ts';
import { groupTimelines } from './timeline.ts';
import { type DemoBatch, trafficOn } from './traffic.ts';

/** Every batch of a demo that starts at a moment, of all apps and shown days. */
export const allTraffic = (kernel: Kernel, start: EpochMs, size: DemoSize): DemoBatch[] => {
  const cast = castOf(kernel, start, size);
  const groups = groupTimelines(cast, size.stories);
  const days = Array.from({ length: shownDays + 1 }, (_, day) => day);
  return days.flatMap((day) => cast.apps.flatMap((app) => trafficOn(cast, app, groups, day, size.traffic)));
};
