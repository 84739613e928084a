import t from 'tap';
import { daysOfPeriod, dueAt, lastDuePeriod, nextPeriod } from './period.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const due = (period: string, zone: string) => new Date(dueAt(period, zone) * 1000).toISOString();

t.test('a report is due at 8:00 of the zone, after the last of its UTC days', async (t) => {
  t.equal(due('2026-11-23', 'UTC'), '2026-11-23T08:00:00.000Z');
  t.equal(due('2026-11-23', 'America/Los_Angeles'), '2026-11-23T16:00:00.000Z');
  t.equal(due('2026-11-23', 'Asia/Singapore'), '2026-11-23T00:00:00.000Z', '8:00 there, the moment the days are over');
  t.equal(due('2026-11-23', 'Asia/Tokyo'), '2026-11-23T00:00:00.000Z', '9:00 there: at 8:00 Sunday is not over');
  t.equal(due('2026-11-23', 'Pacific/Kiritimati'), '2026-11-23T00:00:00.000Z');
});

t.test('where clocks change it stays 8:00', async (t) => {
  t.equal(due('2026-03-23', 'Europe/Stockholm'), '2026-03-23T07:00:00.000Z');
  t.equal(due('2026-03-30', 'Europe/Stockholm'), '2026-03-30T06:00:00.000Z', 'the day after it went forward');
  t.equal(due('2026-10-26', 'Europe/Stockholm'), '2026-10-26T07:00:00.000Z', 'the day after it went back');
  t.equal(due('2026-03-09', 'America/New_York'), '2026-03-09T12:00:00.000Z');
});

t.test('the last period that was due', async (t) => {
  const weekly = (iso: string, zone = 'UTC') => lastDuePeriod('weekly', zone, at(iso));
  t.equal(weekly('2026-11-23T07:59:59Z'), '2026-11-16');
  t.equal(weekly('2026-11-23T08:00:00Z'), '2026-11-23');
  t.equal(weekly('2026-11-29T23:00:00Z'), '2026-11-23');
  t.equal(weekly('2026-11-22T23:59:59Z', 'Asia/Tokyo'), '2026-11-16', '8:59 on Monday there');
  t.equal(weekly('2026-11-23T00:00:00Z', 'Asia/Tokyo'), '2026-11-23');
  t.equal(lastDuePeriod('monthly', 'UTC', at('2026-03-01T07:59:00Z')), '2026-02-01');
  t.equal(lastDuePeriod('monthly', 'America/Los_Angeles', at('2026-03-01T16:00:00Z')), '2026-03-01');
});

t.test('a week is Monday to Sunday, a month is the one before, of 28 to 31 days', async (t) => {
  t.same(daysOfPeriod('weekly', '2026-11-23'), { first: '2026-11-16', last: '2026-11-22' });
  t.same(daysOfPeriod('weekly', '2026-03-02'), { first: '2026-02-23', last: '2026-03-01' });
  t.same(daysOfPeriod('monthly', '2026-03-01'), { first: '2026-02-01', last: '2026-02-28' });
  t.same(daysOfPeriod('monthly', '2028-03-01'), { first: '2028-02-01', last: '2028-02-29' });
  t.same(daysOfPeriod('monthly', '2026-05-01'), { first: '2026-04-01', last: '2026-04-30' });
  t.same(daysOfPeriod('monthly', '2027-01-01'), { first: '2026-12-01', last: '2026-12-31' });
  t.equal(nextPeriod('monthly', '2026-12-01'), '2027-01-01');
  t.equal(nextPeriod('weekly', '2026-12-28'), '2027-01-04');
});
