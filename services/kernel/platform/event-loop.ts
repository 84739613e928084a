import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** From when on the event loop counts as having stood still, in ms: nobody is answered meanwhile. */
export const stallMs = 500;
const resolutionMs = 20;

/**
 * Looks at the delay of the event loop each second: its longest pause goes into the histogram, and one of `threshold`
 * ms or more is a warning in the log and counted. Answers what ends the watch.
 */
export const monitorEventLoop = (
  { eventLoopPause, eventLoopStalls, eventLoopLastStall }: Metrics,
  log: Pick<Logger, 'warn'>,
  { threshold = stallMs, everyMs = 1000 } = {},
): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  eventLoopStalls.inc(0);
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    // Where this look comes first after a pause, nothing has marked it yet, and the reset would forget it; but it comes
    // late.
    const late = now - last - everyMs;
    last = now;
    // Between two marks lies the resolution, too.
    const ms = Math.max(0, late, delay.count === 0 ? 0 : delay.max / 1e6 - resolutionMs);
    delay.reset();
    eventLoopPause.observe(ms / 1000);
    if (ms < threshold) return;
    eventLoopStalls.inc();
    eventLoopLastStall.set(ms / 1000);
    log.warn({ ms: Math.round(ms) }, 'the event loop was blocked and nothing was answered');
  };
  const clock = setInterval(look, everyMs).unref();
  return () => {
    clearInterval(clock);
    delay.disable();
  };
};
