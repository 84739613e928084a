import type { EpochMs } from '#contracts/time.ts';
import { fill } from '#contracts/words/phrase.ts';
import { reportMailWords } from '#contracts/words/report-mail.en.ts';
import { say } from '#kernel/platform/say.ts';

/** The last line of a file of figures: its UTC days, the rule of reach, when they were counted, and how many groups it leaves out. */
export const fileFacts = (days: { first: string; last: string }, countedAt: EpochMs, left = 0): string =>
  say(
    fill(reportMailWords.fileFacts, {
      from: days.first,
      to: days.last,
      moment: new Date(countedAt).toISOString().slice(0, 19).replace('T', ' '),
      left,
    }),
  );
