import type { PublishedComponent, PublishedValues } from '#contracts/studio/published.ts';

/** What a component takes, of those that a story has ever had. */
export type KnownComponent = Pick<PublishedComponent, 'kind'> & Pick<PublishedValues, 'answers' | 'product_id'>;
/** A group or story that events may be about; `watch_cap_ms`: the longest watch, null for a group. */
export interface KnownSubject {
  kind: 'group' | 'story';
  group_id: string;
  watch_cap_ms: number | null;
  /** By id, all that were ever published; empty for a group. */
  components: ReadonlyMap<string, KnownComponent>;
}

/** What an SDK token stands for, and which ids belong to it, for accepting telemetry. */
export interface InstanceIndex {
  app_id: string;
  account_id: string;
  instance_id: string;
}
export interface TelemetryFacts {
  instanceByToken(token: string): Promise<InstanceIndex | null>;
  /** The groups and stories among `ids` that belong to an instance, in any status, by id. */
  knownIds(instanceId: string, ids: readonly string[]): Promise<Map<string, KnownSubject>>;
}
