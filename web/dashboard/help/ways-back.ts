import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';
import { support } from './support.ts';
import type { Topic } from './Topics.tsx';

/** How whoever can't sign in gets back in. */
export const waysBack: readonly Topic[] = [
  { title: t(helpWords.lostPasswordTitle), text: [t(helpWords.lostPasswordText)] },
  {
    title: t(helpWords.lostPhoneTitle),
    text: [t(helpWords.lostPhoneText), t(helpWords.lostEveryFactorText, { support })],
    to: { address: '/settings/user', label: t(helpWords.openUserSettings) },
  },
  { title: t(helpWords.noCodeTitle), text: [t(helpWords.noCodeText)] },
  { title: t(helpWords.wrongEmailTitle), text: [t(helpWords.wrongEmailText)] },
  { title: t(helpWords.lostMailboxTitle), text: [t(helpWords.lostMailboxText)] },
  { title: t(helpWords.lostOwnerTitle), text: [t(helpWords.lostOwnerText, { support })] },
];
