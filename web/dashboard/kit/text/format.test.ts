import t from 'tap';
import { changeOf } from '#contracts/stats/like-with-like.ts';
import {
  briefTime,
  changeText,
  cut,
  dateIn,
  dateTimeIn,
  dayHeading,
  duration,
  fileSize,
  initials,
  plural,
  relativeTime,
  shortNumber,
} from './format.ts';
import { clockIn, dayBefore, knownZone, momentOf, offsetName, readClock, readMoment, zoneName } from './zone.ts';

t.test('large figures show as k, m and b, and never as 1000.0k', async (t) => {
  const shown: [number, string][] = [
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [128_400, '128.4k'],
    [999_949, '999.9k'],
    [999_950, '1.00m'],
    [2_410_000, '2.41m'],
    [999_995_000, '1.00b'],
    [-12_400, '-12.4k'],
  ];
  for (const [value, text] of shown) t.equal(shortNumber(value), text);
});

t.test('a change below 2 % is neutral, a percentage is capped at 200+', async (t) => {
  t.equal(changeOf(101.9, 100)?.direction, 'neutral');
  t.equal(changeOf(102, 100)?.direction, 'up');
  t.equal(changeOf(98.1, 100)?.direction, 'neutral');
  t.equal(changeOf(98, 100)?.direction, 'down');
  t.same(changeOf(0, 0), { percent: 0, direction: 'neutral' });
  t.same(changeOf(5, 0), { percent: null, direction: 'up' });
  t.equal(changeText(200), '200.0%');
  t.equal(changeText(200.1), '200+%');
  t.equal(changeText(-3.21), '3.2%');
  t.equal(changeText(null), 'New');
});

t.test('texts are cut by characters, not by halves of them', async (t) => {
  t.equal(cut('Nora', 4), 'Nora');
  t.equal(cut('👩🎨🎈', 2), '👩🎨…');
  t.equal(initials(' nora maria lindqvist '), 'NL');
  t.equal(initials(''), '?');
  t.equal(plural(1, 'story', 'stories'), '1 story');
  t.equal(plural(1200, 'story', 'stories'), '1,200 stories');
  t.equal(duration(5100), '5.1 s');
  t.equal(duration(125_000), '2:05');
  t.equal(fileSize(331_000_000), '331 MB');
});

t.test('initials are whole letters as people see them', async (t) => {
  t.equal(initials('🦊 Fox'), '🦊F');
  t.equal(initials('👩🏽‍🚀'), '👩🏽‍🚀');
  t.equal(initials('e\u0301lodie 𝒩ora'), 'E\u0301𝒩');
  t.equal(initials(' '), '?');
});

t.test('a moment is read and written in the zone of the account', async (t) => {
  const start = momentOf('Europe/Stockholm', { year: 2026, month: 11, day: 1, hour: 8, minute: 0 });
  t.equal(start, Date.UTC(2026, 10, 1, 7) / 1000);
  t.equal(dateTimeIn('Europe/Stockholm', start), '1 Nov 2026, 08:00');
  t.equal(offsetName('Europe/Stockholm', start), 'UTC+1');
  t.equal(offsetName('America/St_Johns', start), 'UTC-3:30');
  t.same(
    ['America/New_York', 'UTC'].map((zone) => zoneName(zone, start)),
    ['America/New York, UTC-5', 'UTC'],
  );
  t.equal(offsetName('UTC', start), 'UTC');
});

t.test(
  'a clock reading survives the way to a moment and back all year, an hour that summer time skips moves forward',
  async (t) => {
    for (const zone of [
      'Europe/Stockholm',
      'America/New_York',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
      'Australia/Lord_Howe',
    ]) {
      const lost: number[] = [];
      for (let at = Date.UTC(2026, 0, 1) / 1000; at < Date.UTC(2027, 0, 1) / 1000; at += 33_780) {
        const clock = clockIn(zone, at);
        if (JSON.stringify(clockIn(zone, momentOf(zone, clock))) !== JSON.stringify(clock)) lost.push(at);
      }
      t.same(lost, [], zone);
    }
    const skipped = momentOf('Europe/Stockholm', { year: 2026, month: 3, day: 29, hour: 2, minute: 30 });
    t.equal(dateTimeIn('Europe/Stockholm', skipped), '29 Mar 2026, 03:30');
  },
);

t.test('a typed date is understood in two spellings, nonsense is not', async (t) => {
  const eight = { hour: 8, minute: 0 };
  const first = { year: 2026, month: 11, day: 1, hour: 8, minute: 0 };
  const moment = Date.parse('2026-11-01T07:00:00Z') / 1000;
  const stockholm = 'Europe/Stockholm';
  t.equal(readMoment('1 Nov 2026, 08:00', stockholm, eight), moment);
  t.equal(readMoment('2026-11-01 08:00:42', stockholm, eight), moment + 42);
  t.equal(readMoment(' 2026-11-01 07:00:42 UTC ', stockholm, eight), moment + 42);
  t.equal(readMoment('1 Nov 2026', stockholm, eight), moment);
  for (const none of ['', 'UTC', '2026-11-01 08:00:60', '2026-11-01 08', `${' '.repeat(200)}2026-11-01 08:00`])
    t.equal(readMoment(none, stockholm, eight), null, none);
  t.same(readClock('1 Nov 2026, 08:00', eight), first);
  t.same(readClock(' 1 november 2026 ', eight), first);
  t.same(readClock('2026-11-01 23:59', eight), { ...first, hour: 23, minute: 59 });
  for (const text of ['', 'soon', '31 Feb 2026', '2026-13-01', '1 Nov 2026, 25:00', '1 Nov 2026, 08:61']) {
    t.equal(readClock(text, eight), null, text);
  }
});

t.test('a moment in a list is relative', async (t) => {
  const now = Date.UTC(2026, 10, 21, 12) / 1000;
  t.equal(relativeTime(now - 20, 'UTC', now), 'just now');
  t.equal(relativeTime(now - 300, 'UTC', now), '5 min ago');
  t.equal(relativeTime(now - 7200, 'UTC', now), 'Today, 10:00');
  t.equal(briefTime(now - 7200, 'UTC', now), '10:00');
  t.equal(briefTime(now - 300, 'UTC', now), '5 min ago');
  t.equal(relativeTime(now - 86_400, 'UTC', now), 'Yesterday');
  t.equal(briefTime(now - 86_400, 'UTC', now), 'Yesterday');
  t.equal(relativeTime(now - 4 * 86_400, 'UTC', now), '17 Nov');
  t.equal(relativeTime(now - 366 * 86_400, 'UTC', now), '20 Nov 2025');
});

t.test('yesterday is the day before, also where a day has 23 or 25 hours', async (t) => {
  const zone = 'Europe/Stockholm';
  const at = (day: number, month: number, hour: number, minute = 0) =>
    momentOf(zone, { year: 2026, month, day, hour, minute });
  const cases: [now: number, yesterday: number, before: number][] = [
    [at(30, 3, 0, 30), at(29, 3, 12), at(28, 3, 23, 45)],
    [at(25, 10, 23, 30), at(24, 10, 12), at(23, 10, 23, 45)],
    [at(26, 10, 0, 30), at(25, 10, 0, 15), at(24, 10, 23, 45)],
    [at(1, 3, 0, 30), at(28, 2, 9), at(27, 2, 9)],
  ];
  for (const [now, yesterday, before] of cases) {
    const on = dateTimeIn(zone, now);
    t.equal(relativeTime(yesterday, zone, now), 'Yesterday', on);
    t.match(dayHeading(zone, yesterday, now), /^Yesterday, \d+ \w+$/, on);
    t.notMatch(relativeTime(before, zone, now), 'Yesterday', on);
    t.notMatch(dayHeading(zone, before, now), 'Yesterday', on);
    t.equal(dateIn(zone, dayBefore(zone, now)), dateIn(zone, yesterday), on);
  }
});

t.test('a zone that the browser names but cannot tell time in is read as UTC', async (t) => {
  t.equal(knownZone('Asia/Tokyo'), 'Asia/Tokyo');
  t.equal(knownZone('Etc/Unknown'), 'UTC');
});
