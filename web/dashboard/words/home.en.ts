import { defineWords } from '#contracts/words/define.ts';

/** Texts of home. */
export const homeWords = defineWords('home', {
  impressionsAreUpOnMost:
    'Impressions are up {percent} on the {before}.{most, select, true { {title} made most of it.} other {}}',
  storiesReachMorePeopleFor: 'Stories reach {percent} more people for each daily user than before.',
  hasBestCtrAheadOf: '{title} has the best CTR, {percent} ahead of the next story.',
  utcSoFar: ', UTC, so far',
  dayBefore: 'day before',
  daysDaysBefore: '{days} days before',
  reach: 'Reach',
  impression: 'Impression',
  click: 'Click',
});
