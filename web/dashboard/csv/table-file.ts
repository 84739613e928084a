import { csvLine } from '#contracts/api/csv.ts';
import { dayText } from '../group/analytics/date-range.ts';
import { t } from '../words/t.ts';
import { tableFileWords } from '../words/table-file.en.ts';
import { saveFile } from './save-file.ts';

/** Whole UTC days, both included, as unix seconds. */
interface FileDays {
  from: number;
  to: number;
}

/** A table as a file: numbers as they are, null where the table shows a dash. */
export interface TableFile {
  head: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** Null where the figures are of no whole days; `note` says of what they are then. */
  days: FileDays | null;
  /** The days that they are compared with. */
  compared?: FileDays | null | undefined;
  /** A sentence on how it is counted. */
  note?: string | undefined;
  /** When the figures were read, unix ms; null where they do not change. */
  countedAt: number | null;
}

const bom = '\ufeff';

const factsOf = ({ days, compared, note, countedAt }: TableFile): string =>
  [
    days && t(tableFileWords.days, { from: dayText(days.from), to: dayText(days.to) }),
    compared && t(tableFileWords.compared, { from: dayText(compared.from), to: dayText(compared.to) }),
    note,
    countedAt !== null &&
      t(tableFileWords.counted, { moment: new Date(countedAt).toISOString().slice(0, 19).replace('T', ' ') }),
  ]
    .filter(Boolean)
    .join(' ');

/** A table as CSV; its last line says of what it is and when it was counted. */
export const tableCsv = (file: TableFile): Blob =>
  new Blob([bom, ...[file.head, ...file.rows, [factsOf(file)]].map(csvLine)], { type: 'text/csv' });

/** The name of a file: the title of its table, in letters and digits, and its days. */
export const tableFileName = (title: string, { days }: TableFile): string =>
  [...title.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u), ...(days ? [dayText(days.from), dayText(days.to)] : [])]
    .filter((part) => part !== '')
    .join('_');

/** Saves a table under the name of its title. */
export const saveTable = (title: string, file: TableFile): void =>
  saveFile(`${tableFileName(title, file)}.csv`, tableCsv(file));
