import type { AppRow } from '#contracts/app/rows.ts';
import type { WhyMetric } from '#contracts/stats/why-figures.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { whyWords } from '../words/why.en.ts';
import type { OneSubject } from './use-why.ts';

/** A figure that is called the same wherever it stands. */
export type NamedFigure = WhyMetric | 'ctr';

const names: Readonly<Record<Exclude<WhyMetric, 'dau' | 'ivod_views'>, string>> = {
  reach: t(groupWords.reach),
  impression: t(groupWords.impression),
  click: t(groupWords.click),
  open: t(groupWords.opened),
  skipped: t(groupWords.skipped),
  share: t(groupWords.shared),
  complete: t(groupWords.completions),
  nexts: t(groupWords.next),
  prevs: t(groupWords.previous),
  closed: t(groupWords.closed),
  average_watch_length: t(groupWords.avgWatchLength),
  covers: t(whyWords.covers),
};

/** What a figure is called. */
export const figureName = (figure: NamedFigure): string => {
  if (figure === 'ctr') return t(groupWords.ctr);
  if (figure === 'dau') return t(whyWords.dailyUsers);
  return figure === 'ivod_views' ? t(whyWords.videoViews) : names[figure];
};

/** The title of a group that a person sees; null of another. */
export const groupTitle = (apps: readonly AppRow[], id: string): string | null =>
  apps.flatMap((app) => app.instances.flatMap((one) => one.story_groups ?? [])).find((group) => group.id === id)
    ?.title ?? null;

/** What the subject of a figure is called; of a story, which no list here names, its kind. */
export const subjectName = (apps: readonly AppRow[], { scope, id }: OneSubject): string => {
  if (scope === 'app') return apps.find((app) => app.id === id)?.title ?? t(whyWords.app);
  if (scope === 'group') return groupTitle(apps, id) ?? t(groupWords.storyGroup);
  if (scope === 'story') return t(groupWords.story);
  return apps.flatMap((app) => app.instances).find((one) => one.id === id)?.title ?? t(whyWords.instance);
};
