import { createReadStream } from 'node:fs';
import { type CsvError, Parser } from 'csv-parse';

/** The most bytes that a line may have. */
const maxLineBytes = 64 * 1024;
/** What is read at a time; some thousand rows, which the receiver works on at a stretch. */
const chunkBytes = 32 * 1024;

type FaultKind = 'quote' | 'long' | 'coding';
/**
 * Rows of a CSV: their first columns and the numbers of the lines (from 1) in which they end, and what ended the
 * reading before its time.
 */
export interface CsvRows {
  lines: Int32Array;
  /** Without the blanks around them; null for a line without anything in it. */
  first: (string | null)[];
  fault: { line: number; kind: FaultKind } | null;
}

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/**
 * Takes rows as the parser meets them: a stream of a million of them, or its own note of each place, would cost four
 * times the reading.
 */
class Rows extends Parser {
  lines: number[] = [];
  first: CsvRows['first'] = [];
  /** The line in which the last whole row ended. */
  before = 0;

  override push(row: string[] | null): boolean {
    if (row === null) return super.push(null);
    this.before = this.info.lines;
    this.lines.push(this.before);
    const cell = row[0]!.trim();
    this.first.push(cell === '' && isBlank(row) ? null : cell);
    return true;
  }

  /** The rows since it was asked the last time. */
  taken(fault: CsvRows['fault']): CsvRows {
    const rows = { lines: Int32Array.from(this.lines), first: this.first, fault };
    this.lines = [];
    this.first = [];
    return rows;
  }
}

const write = (parser: Parser, chunk: Buffer): Promise<Error | null> =>
  new Promise((done) => void parser.write(chunk, (error) => done(error ?? null)));
const end = (parser: Parser): Promise<Error | null> =>
  new Promise((done) => {
    parser.once('error', done);
    parser.once('end', () => done(null));
    parser.end();
  });

/**
 * The first columns of a CSV in UTF-8 (RFC 4180; comma, semicolon or tab), chunk by chunk. Quotes count where a field
 * starts with one. The last rows name the fault at which reading stopped.
 */
export async function* csvRows(path: string): AsyncGenerator<CsvRows> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new Rows({
    bom: true,
    delimiter: [',', ';', '\t'],
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    rtrim: true,
    max_record_size: maxLineBytes,
  });
  // Told by the writing that meets it, too.
  parser.on('error', () => {});
  parser.resume();
  const fault = (kind: FaultKind): CsvRows['fault'] => ({ line: parser.before + 1, kind });
  const faultOf = (error: Error | null): CsvRows['fault'] =>
    error && fault((error as CsvError).code === 'CSV_MAX_RECORD_SIZE' ? 'long' : 'quote');
  const isText = (chunk?: Buffer): boolean => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    if (!isText(chunk as Buffer)) return void (yield parser.taken(fault('coding')));
    const error = await write(parser, chunk as Buffer);
    yield parser.taken(faultOf(error));
    if (error) return;
  }
  const error = await end(parser);
  yield parser.taken(isText() ? faultOf(error) : fault('coding'));
}
