/**
 * Thrown by a writer whose checkpoint somebody else has moved, or whose tables were replaced: what it read is stale.
 */
export class StaleWriter extends Error {}
