import type { EpochMs } from '#contracts/time.ts';
import { hourMs } from '#projections/analytics/archive/hours.ts';
import { dayMs } from './cast.ts';

/** Hours of the day in UTC: from 9 to 17 in Stockholm, where the account is, in summer from 10 to 18. */
const opens = 8;
const closes = 16;
const part = (closes - opens) / 24;

const dayOf = (at: EpochMs): EpochMs => Math.floor(at / dayMs) * dayMs;

/** The moment of a day's office hours that stands for a moment of that day: what is later stays later. */
export const inOfficeHours = (at: EpochMs): EpochMs =>
  dayOf(at) + opens * hourMs + Math.floor(((at - dayOf(at)) * part) / 1000) * 1000;

const lastOf = (day: EpochMs): EpochMs => day + closes * hourMs - 1000;

/** The last moment of office hours that is not after a moment. */
export const lastOfficeMoment = (at: EpochMs): EpochMs => {
  const day = dayOf(at);
  return at < day + opens * hourMs ? lastOf(day - dayMs) : Math.min(at, lastOf(day));
};
