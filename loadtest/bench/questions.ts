import type { SeededApp } from './seed.ts';
import { seededDays as days } from './seed-events.ts';

const daySeconds = 86_400;
const dayMs = 86_400_000;
const yearDays = 365;
const mostGroups = 25;
/** So many ranges are told apart: no count of a returns answer is one of those that are kept. */
const ranges = 12;

/** What a page asks; `query` of the how manieth time, from 0 on. */
export interface Question {
  name: string;
  url: string;
  query: (time: number) => Record<string, string>;
  /** Most times that it is asked in a turn. */
  most?: number;
}

const range = (later = 0, earlier = 0): { ts_start: string; ts_end: string } => {
  const today = Math.floor(Date.now() / dayMs) * daySeconds;
  return {
    ts_start: String(today - (days - 1 - later) * daySeconds),
    ts_end: String(today - earlier * daySeconds),
  };
};

/** All that home and the pages of figures ask of an app, over all of its days. */
export const questions = ({ app_id, groups }: SeededApp): Question[] => {
  const app = { app_id };
  const group = { story_group_id: groups[0]!.group_id };
  const many = groups.slice(0, mostGroups);
  const about = (name: string, url: string, query: Record<string, string>): Question => ({
    name,
    url,
    query: () => ({ ...range(), ...query }),
  });
  const yearAgo = String(Number(range().ts_start) - yearDays * daySeconds);
  return [
    about('overview', '/api/n/analytics/overview', app),
    about('groups', '/api/story_group/n/stats', app),
    about('groups beside those of a year ago', '/api/story_group/n/stats', { ...app, ts_versus: yearAgo }),
    about('groups together', '/api/story_group/n/stats/totals', app),
    about('one group', '/api/story_group/n/stats/totals', group),
    about(`days of ${many.length} groups`, '/api/story_group/n/stats', {
      story_group_id: many.map(({ group_id }) => group_id).join(),
      days: 'true',
    }),
    about('stories', '/api/story/stats', app),
    about('stories of a group', '/api/story/stats', group),
    about('funnel', '/api/analytics/funnel', group),
    about('watch steps', '/api/analytics/watch_steps', group),
    about('ways', '/api/analytics/ways', group),
    about('versions', '/api/analytics/versions', group),
    about('hours', '/api/analytics/hours', app),
    {
      name: 'returns, not counted before',
      url: '/api/analytics/returns',
      query: (time) => range(1 + (time % ranges), 2 + Math.floor(time / ranges)),
      most: 5,
    },
    about('returns, counted before', '/api/analytics/returns', {}),
    about('answers by group', '/api/story_group/n/interactive_stats', app),
    about('answers of a group by day', '/api/story_group/n/interactive_stats', { ...group, days: 'true' }),
    about('answers together', '/api/story_group/n/interactive_stats/totals', app),
    about('answers of a group together', '/api/story_group/n/interactive_stats/totals', group),
    about('answers by story', '/api/story/interactive_stats', app),
    about('history of a group', '/api/story_group/history', {
      ...group,
      ts_end: String(Number(range().ts_end) + daySeconds),
    }),
    { name: 'mau', url: '/api/mau', query: () => ({}) },
  ];
};
