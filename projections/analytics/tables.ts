import { readFile } from 'node:fs/promises';

/** The counter columns of daily_count, in the order of the aggregator's sums. */
export const counterColumns = [
  'impressions',
  'clicks',
  'opens',
  'closes',
  'completes',
  'nexts',
  'prevs',
  'skips',
  'shares',
  'leaves',
  'watch_ms',
  'ivod_views',
  'covers',
] as const;
export type CounterColumn = (typeof counterColumns)[number];

/** Equal steps of a story's length in which its watch times are counted. */
export const watchStepCount = 20;

/** The kinds of subjects with metrics; `active` are the viewers of an app with any event. */
export type Scope = 'app' | 'instance' | 'group' | 'story';
export type ViewerScope = Scope | 'active';

/** The tables that metrics are read from. */
export const metricTables = [
  'daily_count',
  'daily_viewers',
  'hourly_count',
  'daily_version',
  'version_day',
  'account_viewer',
  'answer',
  'first_answer',
  'daily_answer',
  'daily_response',
] as const;

/** The DDL of the projection's tables; names are unqualified. */
export const tablesSql = (): Promise<string> => readFile(new URL('./tables.sql', import.meta.url), 'utf8');
