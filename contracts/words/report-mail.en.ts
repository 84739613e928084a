import { defineWords } from './define.ts';

/** The mail of a report, line by line, and its file. */
export const reportMailWords = defineWords('report-mail', {
  subject: '{name}: {days}',
  intro: '{rhythm, select, monthly {Your monthly report} other {Your weekly report}} “{name}” for {days} (UTC).',
  own: '{all, select, true {It shows only the story groups you created.} other {In apps where you only see your own story groups, it shows just those.}}',
  all: '{count, plural, one {1 story group} other {All {count, number} story groups}}',
  group: 'Story group',
  reach: 'Reach',
  impressions: 'Impressions',
  clicks: 'Clicks',
  ctr: 'CTR',
  figures: '{title}: reach {reach}, impressions {impressions}, clicks {clicks}, CTR {ctr}',
  more: '{count, plural, one {And # more in the attached CSV file.} other {And {count, number} more in the attached CSV file.}}',
  attached: 'The attached CSV file has every figure.',
  counted: 'Reach counts each viewer once in these days. Counted {moment} UTC.',
  button: 'Open in Analytics',
  why: '{rhythm, select, monthly {You get this email on the first day of every month.} other {You get this email every Monday.}}',
  end: 'Stop getting this report',
  fileFacts:
    '{from} to {to}, UTC days. Reach counts each viewer once in these days. Counted {moment} UTC.{left, plural, =0 {} one { # more group is in Analytics.} other { {left, number} more groups are in Analytics.}}',
  answerFacts: '{from} to {to}, UTC days. Each line is one answer. Counted {moment} UTC.',
});
