import type { GroupStatsRow, StoryStatsRow } from '#contracts/stats/stats.ts';
import type { CsvColumns } from '#kernel/http/csv-answer.ts';

/** A row of a report of figures, whether its app is a web site, and whether its days are before any that can have figures. */
export type InReport<R> = R & { web: boolean; none: boolean };

type Columns<S> = readonly (keyof S & string)[];

/**
 * Columns of figures; days before any have nothing in them. A web site has nothing in those `notOnWeb`, and no column of them
 * where there is nothing else.
 */
const statsColumns = <S extends object>(
  names: Columns<S>,
  notOnWeb: Columns<S>,
  onlyWeb: boolean,
): CsvColumns<InReport<{ stats: S }>> =>
  Object.fromEntries(
    names
      .filter((name) => !onlyWeb || !notOnWeb.includes(name))
      .map((name) => [name, ({ web, none, stats }) => (none || (web && notOnWeb.includes(name)) ? null : stats[name])]),
  );

/**
 * The columns of the statistics of groups. Where all apps are web sites (`onlyWeb`), without skips, shares and
 * completions; else the cells of web sites are empty there.
 */
export const groupColumns = (onlyWeb: boolean): CsvColumns<InReport<GroupStatsRow>> => ({
  id: (row) => row.id,
  title: (row) => row.title,
  status: (row) => row.status,
  instance_id: (row) => row.instance_id,
  app_id: (row) => row.app_id,
  ...statsColumns<GroupStatsRow['stats']>(
    [
      'reach',
      'total_impression',
      'total_click',
      'total_open',
      'total_skipped',
      'share_count',
      'total_complete',
      'nexts',
      'prevs',
      'closed',
      'average_watch_length',
      'ctr',
    ],
    ['total_skipped', 'share_count', 'total_complete'],
    onlyWeb,
  ),
});

/** The columns of the statistics of stories, likewise. */
export const storyColumns = (onlyWeb: boolean): CsvColumns<InReport<StoryStatsRow>> => ({
  id: (row) => row.id,
  title: (row) => row.title,
  type: (row) => row.type,
  status: (row) => row.status,
  story_group_id: (row) => row.story_group_id,
  ...statsColumns<StoryStatsRow['stats']>(
    [
      'reach',
      'impression',
      'click',
      'total_skipped',
      'share_count',
      'completed',
      'nexts',
      'prevs',
      'closed',
      'average_watch_length',
      'ctr',
    ],
    ['total_skipped', 'share_count', 'completed'],
    onlyWeb,
  ),
});
