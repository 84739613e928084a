import { defineWords } from '#contracts/words/define.ts';

/** Texts of what a figure is made of. */
export const whyAnswerWords = defineWords('why-answer', {
  title: '{figure}: {value}',
  whatCounts: 'What counts',
  ctrRule: 'Clicks divided by impressions.',
  clicks: 'Why these clicks',
  impressions: 'Why these impressions',
  responseRateRule: 'Responses divided by how often the component was seen.',
  responses: 'Why these responses',
  seen: 'Why seen this often',
  recountedSame: 'Recounted from the stored data: the same number.',
  recountedOther: "Recounted from the stored data: {recounted}. Data older than it is kept can't be counted again.",
  viewersExactly: 'The stored data holds exactly {viewers, plural, one {# viewer} other {{viewers, number} viewers}}.',
  repeated:
    '{repeated, plural, one {# batch was} other {{repeated, number} batches were}} sent again and counted once.',
  byDay: 'By day (UTC)',
  day: 'Day',
  batches: 'Where it comes from',
  batchCount:
    '{total, plural, =0 {No stored batches.} one {# batch from a device.} other {{total, number} batches from devices.}}',
  received: 'Received',
  sender: 'Device and SDK',
  appVersion: 'App version',
  adds: 'Adds',
  content: 'Content then',
  versionOf: 'Version {version, number}',
  versionOfGroup: 'Version {version, number} of {title}',
  showMore: 'Show more',
  loading: 'Counting again',
  didNotLoad: "This couldn't be counted again",
  didNotLoadText: 'The number itself is safe. Try again.',
  tooLong: 'Choose up to {most} days to see what a number is made of.',
  lastDays: 'Show the last {most} days',
  seconds: '{seconds} s',
});
