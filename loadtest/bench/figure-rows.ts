import type pg from 'pg';
import type { Measured } from './measure.ts';

const held = [
  'daily_count',
  'daily_viewers',
  'span_viewers',
  'span_count',
  'account_viewer',
  'account_month',
  'answer',
  'first_answer',
  'daily_answer',
  'daily_response',
] as const;
const added = ['hourly_count', 'daily_version', 'version_day'] as const;

interface TableSize {
  name: string;
  rows: number;
  bytes: number;
}

const readSizes = async (on: pg.ClientBase, names: readonly string[]): Promise<TableSize[]> => {
  const sizes: TableSize[] = [];
  for (const name of names) {
    const { rows } = await on.query<{ rows: number; bytes: number }>(
      `select (select count(*)::float8 from ${name}) as rows, pg_total_relation_size('${name}')::float8 as bytes`,
    );
    sizes.push({ name, ...rows[0]! });
  }
  return sizes;
};

const sum = (sizes: readonly TableSize[], of: 'rows' | 'bytes'): number =>
  sizes.reduce((total, size) => total + size[of], 0);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const listed = (sizes: readonly TableSize[]): string =>
  sizes.map(({ name, rows, bytes }) => `${name} ${rows.toLocaleString('en-US')}, ${megabytes(bytes)}`).join('; ');

/** The rows of all figures, against those without hours and versions. Viewers and answers are most of them. */
export const measureFigureRows = async (on: pg.ClientBase, words: string): Promise<Measured> => {
  const [before, more] = [await readSizes(on, held), await readSizes(on, added)];
  const [theirs, ours] = [sum(before, 'rows'), sum([...before, ...more], 'rows')];
  const daily = before.filter(({ name }) => name === 'daily_count' || name === 'daily_viewers');
  const ofDaily = (sum(daily, 'rows') + sum(more, 'rows')) / sum(daily, 'rows');
  return {
    path: `rows of the figures, ${words}`,
    peer: 'without hours and versions',
    unit: 'rows',
    ours,
    theirs,
    ratio: theirs / ours,
    spread: [theirs / ours, theirs / ours],
    // At most 1.5 times the rows.
    goal: 0.67,
    floor: null,
    note: `${listed(more)}; ${megabytes(sum(before, 'bytes') + sum(more, 'bytes'))} instead of ${megabytes(sum(before, 'bytes'))}; of daily_count and daily_viewers alone ${ofDaily.toFixed(2)} times the rows`,
  };
};
