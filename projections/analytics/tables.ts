import { readFile } from 'node:fs/promises';

/** The counters of daily_count, in the order in which the aggregator adds them. */
export const counters = [
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
] as const;
export type Counter = (typeof counters)[number];

/** What figures are kept of; `active` are the viewers of an app with any event. */
export type Scope = 'app' | 'instance' | 'group' | 'story';
export type ViewerScope = Scope | 'active';

/** The tables that people's figures are read from. */
export const readTables = [
  'daily_count',
  'daily_viewers',
  'account_viewer',
  'answer',
  'daily_answer',
  'daily_response',
] as const;

/** The DDL of the projection's tables; names are unqualified. */
export const tablesSql = (): Promise<string> => readFile(new URL('./tables.sql', import.meta.url), 'utf8');
