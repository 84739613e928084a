import { changeOf } from '#contracts/stats/like-with-like.ts';
import type { Overview } from '#contracts/stats/stats.ts';
import { changeText } from '../../kit/text/format.ts';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import { groupFigure, topGroups, topStories } from './ranking.ts';

/** The lead, in percent, from which a figure is worth a remark. */
const threshold = 5;

const lead = (now: number, before: number | null): number | null => changeOf(now, before)?.percent ?? null;

function impressions(overview: Overview, before: string): string | null {
  const { now, before: earlier } = overview.compared;
  const percent = lead(now.impression, earlier?.impression ?? null);
  if (percent === null || percent < threshold) return null;
  const [first] = topGroups(overview, 'impression');
  const most = first && groupFigure(first, 'impression').value * 2 > overview.impression;
  return t(homeWords.insightImpressions, {
    percent: changeText(percent),
    before,
    most: Boolean(most),
    title: first?.title,
  });
}

function reachToUsers(overview: Overview): string | null {
  const { now, before } = overview.compared;
  if (!before || now.avg_dau === 0 || before.avg_dau === 0) return null;
  const percent = lead(now.total_reach / now.avg_dau, before.total_reach / before.avg_dau);
  if (percent === null || percent < threshold) return null;
  return t(homeWords.insightReach, { percent: changeText(percent) });
}

function clickRate(overview: Overview): string | null {
  const [first, second] = topStories(overview, 'ctr');
  if (!first || !second) return null;
  const percent = lead(first.ctr, second.ctr);
  if (percent === null || percent <= threshold) return null;
  return t(homeWords.insightCtr, { title: first.title, percent: changeText(percent) });
}

/**
 * What is worth saying about an overview: impressions up by 5 % or more, reach for each daily user up by 5 % or more, the
 * best CTR more than 5 % ahead of the next. `before` names the period before, such as '7 days before'.
 */
export function insightsOf(overview: Overview, before: string): string[] {
  return [impressions(overview, before), reachToUsers(overview), clickRate(overview)].filter((one) => one !== null);
}
