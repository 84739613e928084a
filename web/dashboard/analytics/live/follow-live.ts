import { type LiveChange, type LivePicture, withLiveChange } from '#contracts/stats/live.ts';
import type { StreamEvent } from '../../api/event-stream.ts';
import { type FollowedState, type FollowedStream, followEvents, type Surroundings } from '../../api/follow-events.ts';

/** What is known of an app's last 30 minutes, and how fresh it is. */
export interface LiveState extends FollowedState {
  /** The last picture, also while no stream is open; null before the first one. */
  picture: LivePicture | null;
}

const pictureAfter = (before: LivePicture | null, { event, data }: StreamEvent): LivePicture | null => {
  if (event === 'picture') return JSON.parse(data) as LivePicture;
  return event === 'change' && before ? withLiveChange(before, JSON.parse(data) as LiveChange) : before;
};

/** Follows an app's last 30 minutes and tells each new state of them. */
export const followLive = (place: Surroundings, tell: (state: LiveState) => void): FollowedStream => {
  let picture: LivePicture | null = null;
  return followEvents(place, (state, event) => {
    if (event) picture = pictureAfter(picture, event);
    tell({ ...state, picture });
  });
};
