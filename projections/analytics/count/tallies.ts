import { accountViewers } from './account-viewers.ts';
import { createAnswers } from './answers.ts';
import { createCaps } from './caps.ts';
import { createDaily } from './daily.ts';
import { createDailyAnswers } from './daily-answers.ts';
import { createInstanceDays } from './instance-days-tally.ts';
import { liveTallies } from './live-tally.ts';
import { sdkHealthTallies } from './sdk-health-tally.ts';
import type { Tally } from './tally.ts';

/** Makes the tallies of one flush, in the order in which they write. */
export type MakeTallies = () => Tally[];

/** What is counted from the log, and so in a rebuild, too. */
export const rebuiltTallies = (): MakeTallies => {
  const createAccountViewers = accountViewers();
  return () => [createDaily(), createAccountViewers(), createAnswers(), createDailyAnswers()];
};

/** The same and what is of now: not counted by a rebuild. */
export const allTallies = (): MakeTallies => {
  const rebuilt = rebuiltTallies();
  const createSdkHealth = sdkHealthTallies();
  const createLive = liveTallies();
  return () => [...rebuilt(), createCaps(), createLive(), createSdkHealth(), createInstanceDays()];
};
