import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';
import type { Topic } from './Topics.tsx';

/** How to do what people ask for most. */
export const guides: readonly Topic[] = [
  {
    title: t(helpWords.publishTitle),
    text: [t(helpWords.publishGroupText), t(helpWords.publishStoriesText)],
    to: { address: '/content', label: t(helpWords.openContent) },
  },
  {
    title: t(helpWords.orderTitle),
    text: [t(helpWords.orderByDragText), t(helpWords.orderByKeyboardText)],
    to: { address: '/content', label: t(helpWords.openContent) },
  },
  {
    title: t(helpWords.targetTitle),
    text: [t(helpWords.targetByLabelsText), t(helpWords.targetByListText)],
  },
  {
    title: t(helpWords.testTitle),
    text: [t(helpWords.testGroupText), t(helpWords.testPreviewText)],
  },
  {
    title: t(helpWords.historyTitle),
    text: [t(helpWords.historyText)],
  },
  {
    title: t(helpWords.analyticsTitle),
    text: [t(helpWords.analyticsCountsText), t(helpWords.analyticsDaysText)],
    to: { address: '/home', label: t(helpWords.openHome) },
  },
];

/** What each release brought, newest first. */
export const releases: readonly { version: string; points: readonly string[] }[] = [
  {
    version: '0.1',
    points: [
      t(helpWords.releasedGroups),
      t(helpWords.releasedPlayer),
      t(helpWords.releasedHome),
      t(helpWords.releasedAnalytics),
      t(helpWords.releasedHistory),
    ],
  },
];
