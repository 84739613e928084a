import type { SourceName, StoredBatch } from '#kernel/telemetry-log/log.ts';

/** A batch with the log that it came from. */
export interface ArchivedBatch extends StoredBatch {
  source: SourceName;
}

const payloadMember = ',"payload":';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Formats a batch as one line of an archive file, with its line end: a JSON object with the batch's members and its
 * payload as nested JSON; a payload that cannot be parsed becomes a string.
 */
export const formatLine = ({ payload, ...row }: ArchivedBatch, readable: boolean): string => {
  const { source, transaction_id, position, partition, instance_id, batch_id, received_ms } = row;
  const head = JSON.stringify({ source, transaction_id, position, partition, instance_id, batch_id, received_ms });
  // JSON holds raw line ends only between its parts.
  const body = readable || isJson(payload) ? payload.replaceAll(/[\r\n]/g, ' ') : JSON.stringify(payload);
  return `${head.slice(0, -1)}${payloadMember}${body}}\n`;
};

/** Parses a line; throws for a malformed one. */
export const parseLine = (line: string): ArchivedBatch => {
  const at = line.indexOf(payloadMember);
  if (at === -1) throw new Error('a line of the archive cannot be read');
  const body = line.slice(at + payloadMember.length, -1);
  return { ...JSON.parse(`${line.slice(0, at)}}`), payload: body.startsWith('"') ? JSON.parse(body) : body };
};
