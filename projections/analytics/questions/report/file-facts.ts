import type { EpochMs } from '#contracts/time.ts';
import { fill } from '#contracts/words/phrase.ts';
import { reportMailWords } from '#contracts/words/report-mail.en.ts';
import { say } from '#kernel/platform/say.ts';

interface FileDays {
  first: string;
  last: string;
}

const valuesOf = ({ first, last }: FileDays, countedAt: EpochMs) => ({
  from: first,
  to: last,
  moment: new Date(countedAt).toISOString().slice(0, 19).replace('T', ' '),
});

/** The last line of a file of figures: its UTC days, the rule of reach, when they were counted, and how many groups it leaves out. */
export const fileFacts = (days: FileDays, countedAt: EpochMs, left = 0): string =>
  say(fill(reportMailWords.fileFacts, { ...valuesOf(days, countedAt), left }));

/** The last line of a file of answers: its UTC days, what its lines are, and when they were read. */
export const answerFacts = (days: FileDays, countedAt: EpochMs): string =>
  say(fill(reportMailWords.answerFacts, valuesOf(days, countedAt)));
