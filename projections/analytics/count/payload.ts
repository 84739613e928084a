import { normalizeEvents, type StoredBatch, type TelemetryPayload } from '#kernel/telemetry-log/log.ts';

/** The payload of a stored batch with its events normalised, or null when it cannot be parsed. */
export const parsePayload = (row: Pick<StoredBatch, 'payload'>): TelemetryPayload | null => {
  try {
    const payload = JSON.parse(row.payload) as TelemetryPayload;
    if (payload.v !== 2 || !Array.isArray(payload.events)) return null;
    return { ...payload, events: normalizeEvents(payload) };
  } catch {
    return null;
  }
};
