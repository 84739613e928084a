import type { SourceName, StoredBatch } from '#kernel/telemetry-log/log.ts';

/** A batch with the log that it stood in. */
export interface ArchivedBatch extends StoredBatch {
  source: SourceName;
}

const before = ',"payload":';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * A batch as one line of an archive file, with its line end: a JSON object with everything of the batch and its payload
 * inside, as JSON; a payload that is none stands there as a text.
 */
export const lineOf = ({ payload, ...row }: ArchivedBatch, readable: boolean): string => {
  const { source, transaction_id, position, partition, instance_id, batch_id, received_ms } = row;
  const head = JSON.stringify({ source, transaction_id, position, partition, instance_id, batch_id, received_ms });
  // JSON holds raw line ends only between its parts.
  const body = readable || isJson(payload) ? payload.replaceAll(/[\r\n]/g, ' ') : JSON.stringify(payload);
  return `${head.slice(0, -1)}${before}${body}}\n`;
};

/** The batch that a line tells of; throws for a line that is none. */
export const batchOf = (line: string): ArchivedBatch => {
  const at = line.indexOf(before);
  if (at === -1) throw new Error('a line of the archive cannot be read');
  const body = line.slice(at + before.length, -1);
  return { ...JSON.parse(`${line.slice(0, at)}}`), payload: body.startsWith('"') ? JSON.parse(body) : body };
};
