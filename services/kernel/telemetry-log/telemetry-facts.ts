/** What an SDK token stands for, and which ids belong to it, for accepting telemetry. */
export interface InstanceIndex {
  app_id: string;
  account_id: string;
  instance_id: string;
}
export interface TelemetryFacts {
  instanceByToken(token: string): Promise<InstanceIndex | null>;
  /**
   * The groups and stories among `ids` that belong to an instance, in any status: id to the longest watch in ms (null
   * for a group).
   */
  knownIds(
    instanceId: string,
    ids: readonly string[],
  ): Promise<Map<string, { kind: 'group' | 'story'; group_id: string; watch_cap_ms: number | null }>>;
}
