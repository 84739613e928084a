import { type AccountState, evolveAccount, initialAccount } from './account.ts';
import { type AppState, evolveApp, initialApp } from './app.ts';
import type { Recorded } from './event.ts';
import { type StoryrailEvent, streamId, streamNoun } from './events.ts';
import { evolveStoryGroup, initialStoryGroup, type StoryGroupState } from './story-group.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from './subscription.ts';
import { evolveUser, initialUser, type UserState } from './user.ts';

/** The state of a stream before its first event, or null for a stream that folds to nothing: orders, security facts. */
export const initialState = (stream: string): unknown => {
  const id = streamId(stream);
  switch (streamNoun(stream)) {
    case 'account':
      return initialAccount(id);
    case 'user':
      return initialUser(id);
    case 'app':
      return initialApp(id);
    case 'storyGroup':
      return initialStoryGroup(id);
    case 'subscription':
      return initialSubscription(id);
    default:
      return null;
  }
};

/** Folds one recorded event into the state of its stream. */
export const evolveStream = (state: unknown, event: Recorded<StoryrailEvent>): unknown => {
  switch (streamNoun(event.meta.stream)) {
    case 'account':
      return evolveAccount(state as AccountState, event as never);
    case 'user':
      return evolveUser(state as UserState, event as never);
    case 'app':
      return evolveApp(state as AppState, event as never);
    case 'storyGroup':
      return evolveStoryGroup(state as StoryGroupState, event as never, Math.floor(event.meta.ts / 1000));
    case 'subscription':
      return evolveSubscription(state as SubscriptionState, event as never);
    default:
      return state;
  }
};
