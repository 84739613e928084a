import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { type Caps, type StoppedCaps, stoppedWith } from '#contracts/story-group/stop.ts';

/** The caps that a group had when one of them stopped it last, and which, from its events; null when that never happened. */
export const stoppedCaps = (events: readonly Recorded<StoryrailEvent>[]): StoppedCaps | null => {
  let caps: Caps = { target_cap: null, click_target_cap: null };
  let stopped: StoppedCaps | null = null;
  for (const { type, data, meta } of events) {
    const content = type === 'StoryGroupRestored' ? data.content : data;
    if (type === 'StoryGroupCreated' || type === 'StoryGroupDetailsChanged' || type === 'StoryGroupRestored') {
      const { target_cap, click_target_cap } = content as Partial<Caps>;
      caps = {
        target_cap: target_cap === undefined ? caps.target_cap : target_cap,
        click_target_cap: click_target_cap === undefined ? caps.click_target_cap : click_target_cap,
      };
    }
    if (type === 'StoryGroupStatusChanged' && data.to === groupStatus.capped) stopped = stoppedWith(caps, meta.cause);
  }
  return stopped;
};
