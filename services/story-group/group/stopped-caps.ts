import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { groupStatus } from '#contracts/story-status.ts';
import type { Caps } from './decide.ts';

/** The caps that a group had when a cap stopped it last, from its events; null when that never happened. */
export const stoppedCaps = (events: readonly Recorded<StoryrailEvent>[]): Caps | null => {
  let caps: Caps = { target_cap: null, click_target_cap: null };
  let stopped: Caps | null = null;
  for (const { type, data } of events) {
    if (type === 'StoryGroupCreated' || type === 'StoryGroupDetailsChanged')
      caps = {
        target_cap: data.target_cap === undefined ? caps.target_cap : data.target_cap,
        click_target_cap: data.click_target_cap === undefined ? caps.click_target_cap : data.click_target_cap,
      };
    if (type === 'StoryGroupStatusChanged' && data.to === groupStatus.capped) stopped = caps;
  }
  return stopped;
};
