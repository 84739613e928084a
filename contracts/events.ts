import { type AccessEvent, accessEvents } from './access.ts';
import { type AccountEvent, accountEvents } from './account.ts';
import { type AppEvent, appEvents } from './app.ts';
import { type InstanceOrderEvent, instanceOrderEvents } from './instance-order.ts';
import { type OperationEvent, operationEvents } from './operation.ts';
import { type SecurityEvent, securityEvents } from './security.ts';
import { type StoryGroupEvent, storyGroupEvents } from './story-group.ts';
import { type SubscriptionEvent, subscriptionEvents } from './subscription.ts';
import { type UserEvent, userEvents } from './user.ts';

/** Every event type with the schema of its data, one line per noun. */
export const eventSchemas = {
  ...accountEvents,
  ...userEvents,
  ...appEvents,
  ...storyGroupEvents,
  ...instanceOrderEvents,
  ...securityEvents,
  ...operationEvents,
  ...accessEvents,
  ...subscriptionEvents,
};

/** Every event of the product. */
export type StoryrailEvent =
  | AccountEvent
  | UserEvent
  | AppEvent
  | StoryGroupEvent
  | InstanceOrderEvent
  | SecurityEvent
  | OperationEvent
  | AccessEvent
  | SubscriptionEvent;
export type EventType = StoryrailEvent['type'];

/** Rewrites of stored data from older shapes: type to a list of steps, the first from schema version 1 to 2. */
export const upcasters: Partial<Record<EventType, ((data: Record<string, unknown>) => Record<string, unknown>)[]>> = {};

/** The schema version that a type is written with today. */
export const schemaVersion = (type: EventType): number => (upcasters[type]?.length ?? 0) + 1;

/** The noun of a stream name such as `storyGroup-<id>`. */
export const streamNoun = (stream: string): string => stream.slice(0, stream.indexOf('-'));
/** The id in a stream name. */
export const streamId = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
