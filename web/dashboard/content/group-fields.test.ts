import t from 'tap';
import { changedFields, checkFields, fieldsOf, startOfYesterday } from './group-fields.ts';

const now = Date.UTC(2026, 10, 21, 23, 30) / 1000;
const context = { timeZone: 'Europe/Stockholm', now };
const fresh = fieldsOf(null, now);

t.test('a new group starts now and has no end', async (t) => {
  t.same(fieldsOf(null, now + 42), { title: '', ts_start: now, ts_end: null });
});

t.test('cover, name and start are required, in plain words', async (t) => {
  t.same(checkFields({ ...fresh, ts_start: null }, fresh, false, context), {
    icon: 'Add a cover image.',
    title: 'Give the story group a name.',
    ts_start: 'Choose a start date.',
  });
  t.same(checkFields({ ...fresh, title: '  Run Club ' }, fresh, true, context), {});
});

t.test('a name has at most 25 characters, counted as people count them', async (t) => {
  t.same(checkFields({ ...fresh, title: '🏃'.repeat(25) }, fresh, true, context), {});
  t.equal(
    checkFields({ ...fresh, title: 'a'.repeat(26) }, fresh, true, context).title,
    'Story group name can be maximum 25 characters.',
  );
});

t.test('yesterday is by the clock of the account', async (t) => {
  // In Stockholm it is half past midnight of the 22nd, so yesterday began on the 20th at 23:00 UTC.
  const first = startOfYesterday('Europe/Stockholm', now);
  t.equal(first, Date.UTC(2026, 10, 20, 23) / 1000);
  const at = (ts_start: number) => checkFields({ ...fresh, title: 'a', ts_start }, fresh, true, context).ts_start;
  t.equal(at(first), undefined);
  t.equal(at(first - 60), 'Start date cannot be before yesterday.');
});

t.test('a start that was not changed may lie further back; an end comes after the start', async (t) => {
  const old = { title: 'a', ts_start: 1000, ts_end: null };
  t.same(checkFields(old, old, true, context), {});
  t.same(checkFields({ ...old, ts_end: 1000 }, old, true, context), {
    ts_end: 'End date must be after the start date.',
  });
});

t.test('only what differs is sent', async (t) => {
  const old = { title: 'a', ts_start: 1000, ts_end: 2000 };
  t.same(changedFields({ ...old, title: ' a ' }, old), {});
  t.same(changedFields({ title: 'b', ts_start: 1000, ts_end: null }, old), { title: 'b', ts_end: null });
});
