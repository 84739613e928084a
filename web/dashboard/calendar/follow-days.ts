import { dayKeyIn } from './calendar-days.ts';

/** What time is taken from. */
export interface DayClock {
  now: () => number;
  setTimer: (act: () => void, ms: number) => number;
  clearTimer: (timer: number) => void;
}

const minute = 60_000;

const ownClock: DayClock = {
  now: Date.now,
  setTimer: (act, ms) => window.setTimeout(act, ms),
  clearTimer: (timer) => window.clearTimeout(timer),
};

/**
 * Tells the moment (unix seconds) once another day has begun in a zone than that of `seen`: at its midnight, and when
 * `look` is called, as timers rest while a device sleeps.
 */
export function followDays(zone: string, seen: number, onDay: (now: number) => void, clock: DayClock = ownClock) {
  let day = dayKeyIn(zone, seen);
  let timer: number;
  const look = () => {
    const now = Math.floor(clock.now() / 1000);
    const today = dayKeyIn(zone, now);
    if (today === day) return;
    day = today;
    onDay(now);
  };
  // Each midnight begins a minute.
  const wait = () => {
    timer = clock.setTimer(
      () => {
        look();
        wait();
      },
      minute - (clock.now() % minute),
    );
  };
  wait();
  return { look, end: () => clock.clearTimer(timer) };
}
