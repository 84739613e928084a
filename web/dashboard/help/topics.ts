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

/** How whoever can't sign in gets back in. */
export const waysBack: readonly Topic[] = [
  { title: t(helpWords.lostPasswordTitle), text: [t(helpWords.lostPasswordText)] },
  {
    title: t(helpWords.lostPhoneTitle),
    text: [t(helpWords.lostPhoneText), t(helpWords.lostEveryFactorText)],
    to: { address: '/settings/user', label: t(helpWords.openUserSettings) },
  },
  { title: t(helpWords.noCodeTitle), text: [t(helpWords.noCodeText)] },
  { title: t(helpWords.wrongEmailTitle), text: [t(helpWords.wrongEmailText)] },
  { title: t(helpWords.lostMailboxTitle), text: [t(helpWords.lostMailboxText)] },
  { title: t(helpWords.lostOwnerTitle), text: [t(helpWords.lostOwnerText)] },
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
