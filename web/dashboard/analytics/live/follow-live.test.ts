import t, { type Test } from 'tap';
import type { LivePicture } from '#contracts/stats/live.ts';
import type { EpochMs } from '#contracts/time.ts';
import { ApiError } from '../../api/error.ts';
import type { StreamEvent } from '../../api/event-stream.ts';
import { reconnectWait, type Surroundings } from '../../api/follow-events.ts';
import { followLive, type LiveState } from './follow-live.ts';

const at = (opens: number): LivePicture => ({
  app_id: 'a',
  ts_start: 0,
  ts_end: 60,
  minutes: [{ ts: 0, opens, impressions: 0, clicks: 0, completes: 0 }],
  groups: [],
});

/** A stream that a test serves: what is sent arrives, and it ends or fails when it is told to. */
const makeStream = (heard: () => void) => {
  const queue: (StreamEvent | null | Error)[] = [];
  let wake = () => {};
  const put = (one: StreamEvent | null | Error) => {
    queue.push(one);
    wake();
  };
  const events = async function* () {
    for (;;) {
      const next = queue.shift();
      if (next === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      else if (next instanceof Error) throw next;
      else if (next === null) return;
      else {
        heard();
        yield next;
      }
    }
  };
  return {
    events,
    send: (event: string, data: LivePicture) => put({ event, data: JSON.stringify(data) }),
    end: () => put(null),
    fail: (error: Error) => put(error),
    heard,
  };
};

/** A page with a clock of its own, on which a stream is followed. */
const startPage = (t: Test) => {
  const page = {
    now: 1_000_000,
    hidden: false,
    streams: [] as ReturnType<typeof makeStream>[],
    aborted: [] as boolean[],
    timers: [] as { due: number; work: () => void }[],
    states: [] as LiveState[],
  };
  let tell: Parameters<Surroundings['watch']>[0] = () => {};
  const live = followLive(
    {
      open: (signal, heard) => {
        const stream = makeStream(heard);
        const place = page.streams.push(stream) - 1;
        page.aborted[place] = false;
        signal.addEventListener('abort', () => {
          page.aborted[place] = true;
          stream.fail(new Error('aborted'));
        });
        return stream.events();
      },
      now: () => page.now as EpochMs,
      later: (ms, work) => {
        const timer = { due: page.now + ms, work };
        page.timers.push(timer);
        return () => {
          page.timers = page.timers.filter((one) => one !== timer);
        };
      },
      isHidden: () => page.hidden,
      watch: (listener) => {
        tell = listener;
        return () => {
          tell = () => {};
        };
      },
    },
    (state) => void page.states.push(state),
  );
  t.teardown(live.stop);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...live,
    streams: page.streams,
    aborted: page.aborted,
    last: () => page.states.at(-1)!,
    stream: () => page.streams.at(-1)!,
    timers: () => page.timers.length,
    /** Lets so many seconds pass. */
    pass: async (seconds: number) => {
      await settle();
      const end = page.now + seconds * 1000;
      for (;;) {
        const next = page.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        page.timers = page.timers.filter((one) => one !== next);
        page.now = Math.max(page.now, next.due);
        next.work();
        await settle();
      }
      page.now = end;
      await settle();
    },
    become: async (what: 'online' | 'offline' | 'hidden' | 'shown') => {
      if (what === 'hidden' || what === 'shown') page.hidden = what === 'hidden';
      tell(what);
      await settle();
    },
  };
};

t.test('the waits grow to half a minute', async (t) => {
  t.same(
    [1, 2, 3, 4, 5, 6, 7, 60].map((failures) => reconnectWait(failures) / 1000),
    [1, 2, 4, 8, 16, 30, 30, 30],
  );
});

t.test('a picture and its changes are told, and stay when the stream breaks', async (t) => {
  const page = startPage(t);
  page.stream().send('picture', at(1));
  page.stream().send('change', at(4));
  await page.pass(1);
  t.match(page.last(), { phase: 'open', picture: at(4), failure: null });
  page.stream().end();
  await page.pass(0.5);
  t.match(page.last(), { phase: 'lost', picture: at(4) });
  t.equal(page.streams.length, 1);
  await page.pass(0.5);
  t.equal(page.streams.length, 2);
  page.stream().send('picture', at(9));
  await page.pass(0.1);
  t.match(page.last(), { phase: 'open', picture: at(9) });
});

t.test('it waits longer after each failure, and anew after a stream that lasted', async (t) => {
  const page = startPage(t);
  for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
    const before = page.streams.length;
    page.stream().fail(new ApiError(503, 'Unavailable', 'busy'));
    await page.pass(wait - 0.1);
    t.equal(page.streams.length, before, `${wait} s`);
    await page.pass(0.2);
    t.equal(page.streams.length, before + 1, `after ${wait} s`);
  }
  page.stream().send('picture', at(1));
  await page.pass(11);
  page.stream().heard();
  page.stream().end();
  await page.pass(1.1);
  t.equal(page.streams.length, 9);
});

t.test('after a refusal nothing is asked for until someone tries again', async (t) => {
  const page = startPage(t);
  page.stream().fail(new ApiError(429, 'TooManyRequests', 'Close one first.'));
  await page.pass(100);
  t.match(page.last(), { phase: 'refused', picture: null, failure: { message: 'Close one first.' } });
  await page.become('online');
  t.equal(page.streams.length, 1);
  page.retry();
  page.stream().send('picture', at(2));
  await page.pass(0.1);
  t.match(page.last(), { phase: 'open', picture: at(2), failure: null });
});

t.test('a network that comes back is used at once, and what is silent is given up', async (t) => {
  const page = startPage(t);
  page.stream().send('picture', at(2));
  await page.pass(1);
  await page.become('offline');
  t.equal(page.last().phase, 'lost');
  t.same(page.aborted, [true]);
  await page.become('online');
  t.equal(page.streams.length, 2);
  for (let beats = 0; beats < 5; beats += 1) {
    await page.pass(15);
    page.stream().heard();
  }
  t.equal(page.streams.length, 2, 'a heartbeat keeps it');
  await page.pass(39);
  t.equal(page.aborted[1], false);
  await page.pass(2);
  t.same(page.aborted[1], true, 'without any it is left');
});

t.test('a hidden page closes its stream after a minute and opens it when it is shown', async (t) => {
  const page = startPage(t);
  page.stream().send('picture', at(2));
  await page.become('hidden');
  await page.pass(30);
  await page.become('shown');
  page.stream().heard();
  await page.become('hidden');
  await page.pass(35);
  page.stream().heard();
  t.equal(page.aborted[0], false, 'not yet a minute');
  await page.pass(26);
  t.equal(page.aborted[0], true);
  await page.become('online');
  await page.pass(600);
  t.equal(page.streams.length, 1, 'nothing is asked meanwhile');
  await page.become('shown');
  t.equal(page.streams.length, 2);
  page.stream().send('picture', at(3));
  await page.pass(1);
  t.match(page.last(), { phase: 'open', picture: at(3) });
  page.stop();
  await page.pass(100);
  t.equal(page.aborted[1], true);
  t.equal(page.streams.length, 2);
  t.equal(page.timers(), 0);
});
