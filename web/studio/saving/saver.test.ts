import t from 'tap';
import { Saver, type Sent } from './saver.ts';

/** A saver with a clock of its own and a server that answers when it is told to. */
function scene({ keeps }: { keeps?: () => boolean } = {}) {
  let now = 0;
  let lastTimer = 0;
  const timers = new Map<number, { at: number; act: () => void }>();
  const sent: { content: string; rev: number; answer: (sent: Sent) => void }[] = [];
  const kept: (string | null)[] = [];
  const saver = new Saver<string>({
    rev: 4,
    ts: 100,
    send: (content, rev) => new Promise((answer) => sent.push({ content, rev, answer })),
    keep: async (content) => {
      kept.push(content);
      return keeps?.() ?? true;
    },
    forget: () => kept.push(null),
    now: () => now,
    setTimer: (act, ms) => {
      lastTimer += 1;
      timers.set(lastTimer, { at: now + ms, act });
      return lastTimer;
    },
    clearTimer: (timer) => timers.delete(timer),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    saver,
    sent,
    kept,
    contents: () => sent.map(({ content }) => content),
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
        if (!next) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].act();
        await settle();
      }
      now = end;
    },
    async answer(answer: Sent) {
      sent.at(-1)!.answer(answer);
      await settle();
    },
  };
}

t.test('a pause of 800 ms sends the newest, with the revision of before', async (t) => {
  const s = scene();
  s.saver.changed('a');
  t.same(s.saver.state, { at: 'saving' });
  await s.pass(700);
  s.saver.changed('ab');
  await s.pass(700);
  t.same(s.contents(), []);
  await s.pass(100);
  t.same(s.contents(), ['ab']);
  t.equal(s.sent[0]!.rev, 4);
  await s.answer({ is: 'saved', rev: 5, ts: 200 });
  t.same(s.saver.state, { at: 'saved', ts: 200 });
  t.equal(s.saver.rev, 5);
  t.same(s.kept, ['a', 'ab', null].slice(-s.kept.length), 'kept on the device, and forgotten once it was saved');
});

t.test('who never pauses is saved each 5 s', async (t) => {
  const s = scene();
  for (let at = 0; at < 100; at += 1) {
    s.saver.changed(`${at}`);
    await s.pass(100);
    if (s.sent.length === 1) break;
  }
  t.equal(s.sent.length, 1);
  t.ok(Number(s.sent[0]!.content) >= 48 && Number(s.sent[0]!.content) <= 50, s.sent[0]!.content);
});

t.test('one request at a time: what changed meanwhile goes next, with the new revision', async (t) => {
  const s = scene();
  s.saver.changed('a');
  await s.pass(800);
  s.saver.changed('b');
  s.saver.changed('c');
  await s.pass(10_000);
  t.same(s.contents(), ['a']);
  await s.answer({ is: 'saved', rev: 5, ts: 200 });
  t.same(s.saver.state, { at: 'saving' }, 'the newest is not there yet');
  await s.pass(800);
  t.same(s.contents(), ['a', 'c']);
  t.equal(s.sent[1]!.rev, 5);
});

t.test('without an answer it is kept, tried again, and at once when answers come again', async (t) => {
  const s = scene();
  s.saver.changed('a');
  await s.pass(800);
  await s.answer({ is: 'away' });
  t.same(s.saver.state, { at: 'offline' });
  t.equal(s.kept.at(-1), 'a');
  s.saver.changed('b');
  await s.pass(1999);
  t.equal(s.sent.length, 1);
  await s.pass(1);
  t.same(s.contents(), ['a', 'b']);
  await s.answer({ is: 'away' });
  s.saver.retry();
  await s.pass(0);
  t.equal(s.sent.length, 3);
  await s.answer({ is: 'saved', rev: 5, ts: 300 });
  t.same(s.saver.state, { at: 'saved', ts: 300 });
  t.equal(s.kept.at(-1), null);
});

t.test('what is refused is said, kept, and sent again with the next change', async (t) => {
  const s = scene();
  s.saver.changed('a');
  t.notOk(s.saver.isSaved);
  const flushed = s.saver.flush();
  await s.answer({ is: 'refused', reason: 'Too large.' });
  t.equal(await flushed, false);
  t.same(s.saver.state, { at: 'refused', reason: 'Too large.' });
  s.saver.changed('b');
  await s.pass(800);
  await s.answer({ is: 'saved', rev: 5, ts: 300 });
  t.ok(s.saver.isSaved);
});

t.test('who loses the place sends nothing until it is back, and loses no change', async (t) => {
  const s = scene();
  s.saver.changed('a');
  await s.pass(800);
  await s.answer({ is: 'lost' });
  s.saver.changed('b');
  await s.pass(60_000);
  t.equal(s.sent.length, 1);
  t.equal(s.kept.at(-1), 'b');
  s.saver.resume(9);
  await s.pass(0);
  t.same([s.sent[1]!.content, s.sent[1]!.rev], ['b', 9]);
  await s.answer({ is: 'lost' });
  s.saver.giveUp(12, 500);
  t.ok(s.saver.isSaved);
  t.equal(s.kept.at(-1), null);
});

t.test('what waits for a busy server, or for the place, is not said to be offline', async (t) => {
  const s = scene();
  s.saver.changed('a');
  await s.pass(800);
  await s.answer({ is: 'away', busy: true });
  t.same(s.saver.state, { at: 'paused' });
  s.saver.changed('b');
  t.same(s.saver.state, { at: 'paused' }, 'it is sent again later');
  await s.pass(2000);
  await s.answer({ is: 'lost' });
  t.same(s.saver.state, { at: 'paused' });
  s.saver.resume(9);
  t.same(s.saver.state, { at: 'saving' });
});

t.test('where this device keeps nothing it is not said to, and what is not saved is at risk', async (t) => {
  let keeps = false;
  const s = scene({ keeps: () => keeps });
  s.saver.changed('a');
  await s.pass(800);
  t.ok(s.saver.isAtRisk);
  await s.answer({ is: 'away' });
  t.same(s.saver.state, { at: 'unkept' });
  keeps = true;
  s.saver.changed('b');
  await s.pass(200);
  t.same(s.saver.state, { at: 'offline' }, 'it is kept again');
  t.notOk(s.saver.isAtRisk);
  keeps = false;
  await s.pass(1800);
  await s.answer({ is: 'saved', rev: 5, ts: 300 });
  t.notOk(s.saver.isAtRisk, 'what the server has is not');
});

t.test('a place that is lost again and again is asked for every 2 s, not without end', async (t) => {
  const s = scene();
  s.saver.changed('a');
  await s.pass(800);
  for (let time = 1; time <= 3; time += 1) {
    await s.answer({ is: 'lost' });
    s.saver.resume(4);
    await s.pass(1999);
    t.equal(s.sent.length, time);
    await s.pass(1);
    t.equal(s.sent.length, time + 1);
  }
});

t.test('all is sent before it is published', async (t) => {
  const s = scene();
  t.equal(await s.saver.flush(), true, 'nothing to send');
  s.saver.changed('a');
  const flushed = s.saver.flush();
  s.saver.changed('b');
  await s.answer({ is: 'saved', rev: 5, ts: 200 });
  await s.pass(0);
  await s.answer({ is: 'saved', rev: 6, ts: 201 });
  t.equal(await flushed, true);
  t.same(s.contents(), ['a', 'b']);
});

t.test('who leaves saves what is not saved, and what is not taken stays on this device', async (t) => {
  const s = scene();
  s.saver.changed('a');
  await s.pass(800);
  s.saver.changed('ab');
  let isOver = false;
  void s.saver.over.then(() => {
    isOver = true;
  });
  const ended = s.saver.end();
  await s.answer({ is: 'saved', rev: 5, ts: 200 });
  t.notOk(isOver, 'the last save is on its way');
  await s.answer({ is: 'saved', rev: 6, ts: 201 });
  await ended;
  await s.saver.over;
  t.same(s.contents(), ['a', 'ab']);
  t.equal(s.saver.rev, 6);
  t.equal(s.kept.at(-1), null);

  const away = scene();
  away.saver.changed('a');
  const left = away.saver.end();
  await away.answer({ is: 'away' });
  await left;
  await away.saver.over;
  await away.pass(60_000);
  t.same(away.contents(), ['a'], 'once');
  t.equal(away.kept.at(-1), 'a');
});
