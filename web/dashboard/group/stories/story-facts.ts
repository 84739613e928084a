import type { GroupStats, StoryStats } from '#contracts/stats/stats.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { dateIn, exactNumber, percent, shortNumber } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

type Leading = Pick<StoryRow, 'outlink' | 'deep_link'>;

/** Whether a story leads somewhere when it is swiped up: a text without a link shows no button. */
export function leadsOut(story: Leading): boolean {
  return Boolean(story.outlink || story.deep_link);
}

/** Why a story has no CTR. */
export const noLinkText = t(groupWords.noLink);

/** Whether a story has a CTR: not one that nobody has seen, or that leads nowhere and was never clicked. */
const hasCtr = (story: Leading, stats: Pick<StoryStats, 'click' | 'impression'>): boolean =>
  stats.impression > 0 && (leadsOut(story) || stats.click > 0);

/** The CTR of a story; an en dash where it has none. */
export function ctrText(story: Leading, stats: Pick<StoryStats, 'ctr' | 'click' | 'impression'>): string {
  return hasCtr(story, stats) ? percent(stats.ctr) : '–';
}

/** A figure of a story as a number; null where the table shows a dash. */
export function storyNumber(story: Leading, stats: StoryStats, id: keyof StoryStats): number | null {
  if (id === 'ctr' && !hasCtr(story, stats)) return null;
  if (id === 'average_watch_length' && stats[id] === 0) return null;
  return stats[id];
}

/** Whether nothing was counted of a group in its days. */
export function hasNothing(stats: GroupStats): boolean {
  return Object.values(stats).every((figure) => figure === 0);
}

/** The picture that stands for a story; null for a video without a poster. */
export function storyPicture(story: Pick<StoryRow, 'thumbnail' | 'media' | 'type'>): string | null {
  return story.thumbnail ?? (story.type === 1 ? story.media : null);
}

const shortDate = (zone: string, seconds: number) => dateIn(zone, seconds).slice(0, -5);

/** Why a story is not seen; null while it is. */
function whyUnseen(story: StoryRow, zone: string, now: number): string | null {
  if (story.ts_end !== null && story.ts_end <= now)
    return t(groupWords.endedAt, { date: shortDate(zone, story.ts_end) });
  if (story.ts_start !== null && story.ts_start > now)
    return t(groupWords.startsAt, { date: shortDate(zone, story.ts_start) });
  return story.status === storyStatus.active ? null : t(groupWords.inactive);
}

const figuresLine = (story: StoryRow, stats: StoryStats, text: (figure: number) => string): string =>
  `${text(stats.reach)} · ${ctrText(story, stats)}`;

/** The line below a story's title: its figures, or why it is not seen. */
export const storyLine = (story: StoryRow, stats: StoryStats | undefined, zone: string, now: number): string =>
  whyUnseen(story, zone, now) ?? (stats ? figuresLine(story, stats, shortNumber) : '');

/** The same line with the exact figure; null where it shortens none. */
export function exactLine(story: StoryRow, stats: StoryStats | undefined, zone: string, now: number): string | null {
  if (!stats || whyUnseen(story, zone, now) !== null) return null;
  const exact = figuresLine(story, stats, exactNumber);
  return exact === figuresLine(story, stats, shortNumber) ? null : exact;
}

/** The window of a group as '3 – 30 Nov 2026' or 'From 3 Nov 2026', in a zone. */
export function windowText(zone: string, start: number, end: number | null): string {
  const first = dateIn(zone, start);
  if (end === null) return t(groupWords.windowFrom, { day: first });
  const last = dateIn(zone, end);
  if (first === last) return first;
  const [a, b] = [first.split(' '), last.split(' ')];
  if (a[2] !== b[2]) return `${first} – ${last}`;
  return a[1] === b[1] ? `${a[0]} – ${last}` : `${a[0]} ${a[1]} – ${last}`;
}
