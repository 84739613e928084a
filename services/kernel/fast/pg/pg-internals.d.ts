declare module 'pg/lib/utils.js' {
  /** Turns a value into what the driver sends for a parameter; throws for what cannot be sent. */
  const utils: { prepareValue(value: unknown): unknown };
  export default utils;
}

declare module 'pg/lib/result.js' {
  import type { QueryResult } from 'pg';

  /** The driver's result while its rows come in. */
  export default class Result implements QueryResult {
    command: string;
    rowCount: number | null;
    oid: number;
    fields: QueryResult['fields'];
    rows: QueryResult['rows'];
    addFields(fields: unknown): void;
    parseRow(fields: unknown): unknown;
    addRow(row: unknown): void;
    addCommandComplete(message: unknown): void;
  }
}
