import { defineWords } from '#contracts/words/define.ts';

/** Texts of who came back. */
export const returnsWords = defineWords('returns', {
  title: 'Came back',
  note: 'Viewers of all apps, by UTC day. Of those seen on a day, how many were seen again that many days later. A viewer counts once per day.',
  nextDay: 'The next day',
  daysLater: '{days} days later',
  ofViewers: '{returned, number} of {cohort, plural, one {# viewer} other {{cohort, number} viewers}}',
  seenOn: 'Seen {days}',
  tooRecent: 'No day in this range is {days, plural, one {a full day} other {# full days}} back yet',
  nobody: 'No viewers on {days}',
  after: 'After',
  share: 'Came back',
  counted: 'Viewers',
  returned: 'Viewers who came back',
  days: 'Days counted',
  loading: 'Loading who came back',
  didNotLoad: "This couldn't load",
  didNotLoadText: 'Everything is still being counted. Try again.',
});
