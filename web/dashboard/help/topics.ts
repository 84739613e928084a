import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';

/** A question and its answer, in paragraphs. */
export interface Topic {
  title: string;
  text: readonly string[];
  to?: { address: string; label: string };
}

/** How to do what people ask for most. */
export const guides: readonly Topic[] = [
  {
    title: t(helpWords.publishStoryGroup),
    text: [t(helpWords.onContentChooseAppAnd), t(helpWords.openGroupAndAddStories)],
    to: { address: '/content', label: t(helpWords.openContent) },
  },
  {
    title: t(helpWords.changeOrderOfGroups),
    text: [t(helpWords.dragCardsOnContentTheir), t(helpWords.withKeyboardMoveToHandle)],
    to: { address: '/content', label: t(helpWords.openContent) },
  },
  {
    title: t(helpWords.targetGroup),
    text: [t(helpWords.openGroupAndChooseEdit), t(helpWords.csvOfViewerIdsAnd)],
  },
  {
    title: t(helpWords.tryGroupOnYourOwn),
    text: [t(helpWords.saveItAsTestGroup), t(helpWords.previewInAppOnContent)],
  },
  {
    title: t(helpWords.findOutWhoChangedWhat),
    text: [t(helpWords.historyOnGroupShowsEach)],
  },
  {
    title: t(helpWords.understandYourAnalytics),
    text: [t(helpWords.reachCountsEachViewerOnce), t(helpWords.daysAreCountedInUtc)],
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
      t(helpWords.releasedHistory),
    ],
  },
];
