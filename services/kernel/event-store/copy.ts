import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Checkpoint, LogRow } from './read.ts';
import { type EventRow, eventColumns } from './row.ts';

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const plain = (field: string): string =>
  field.includes('\\') ? field.replace(/\\(.)/g, (_, mark: string) => escapes[mark] ?? mark) : field;
const orNull = (field: string): string | null => (field === '\\N' ? null : plain(field));

const flatBytes = Buffer.allocUnsafe(1024);
// A piece of a longer text keeps the whole text alive; whoever folds the log keeps the names of its streams.
const flat = (field: string): string =>
  field.length <= flatBytes.length ? flatBytes.toString('latin1', 0, flatBytes.write(field, 'latin1')) : field;

/** A row of the log with its data and its cause as the log holds them. */
export type CopiedRow = LogRow & { data_text: string; cause_text: string | null };

let lastStream = '';
const streamOf = (field: string): string => {
  if (field !== lastStream) lastStream = flat(plain(field));
  return lastStream;
};

// Fields come in the order of `eventColumns`, then the two parts of the place.
const toRow = (field: readonly string[], data_text: string, data: Record<string, unknown>): CopiedRow => {
  const cause_text = orNull(field[12]!);
  return {
    event_id: field[0]!,
    stream: streamOf(field[1]!),
    version: Number(field[2]),
    type: field[3]!,
    schema_version: Number(field[4]),
    account_id: orNull(field[5]!),
    data,
    data_text,
    actor_type: field[7] as EventRow['actor_type'],
    actor_id: orNull(field[8]!),
    on_behalf_of: orNull(field[9]!),
    correlation_id: field[10]!,
    request_id: orNull(field[11]!),
    cause: cause_text === null ? null : (JSON.parse(cause_text) as EventRow['cause']),
    cause_text,
    ts: Number(field[13]),
    transaction_id: field[14]!,
    position: field[15]!,
  };
};

/** Lines of a copy as rows. Their data is parsed in one go: a third less work than one by one. */
const toRows = (lines: string): CopiedRow[] => {
  const fields = lines.split('\n').map((line) => line.split('\t'));
  const texts = fields.map((field) => plain(field[6]!));
  const data = JSON.parse(`[${texts.join(',')}]`) as Record<string, unknown>[];
  return fields.map((field, index) => toRow(field, texts[index]!, data[index]!));
};

const digits = (text: string): string => {
  if (!/^\d{1,20}$/.test(text)) throw new Error('a place in the log has two whole numbers');
  return text;
};
const checkpointSql = ({ transaction_id, position }: Checkpoint): string =>
  `('${digits(transaction_id)}'::xid8, ${digits(position)})`;

/** The statement that copies a stretch of the log out, oldest first. */
export const copyStatement = (after: Checkpoint, until: Checkpoint | null): string =>
  `copy (select ${eventColumns}, transaction_id, position from event
          where (transaction_id, position) > ${checkpointSql(after)}
            and ${until ? `(transaction_id, position) <= ${checkpointSql(until)}` : 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())'}
          order by event.transaction_id, event.position) to stdout`;

/**
 * The log after a checkpoint, oldest first, in pieces as they arrive: much faster than reading it by pages. It ends at
 * `until`, or below the oldest transaction that ran when it began. The connection is busy until the last piece was taken.
 */
export async function* copyLog(
  client: pg.PoolClient,
  after: Checkpoint,
  until: Checkpoint | null = null,
): AsyncGenerator<CopiedRow[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of client.query(copyTo(copyStatement(after, until))) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(10);
    rest = bytes.subarray(end + 1);
    if (end >= 0) yield toRows(bytes.toString('utf8', 0, end));
  }
}
