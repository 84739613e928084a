import { answers } from './answers.ts';

// An answer takes its time, and its head counts whole seconds: less than this says nothing of a clock.
const leastMs = 2000;
let aheadMs = 0;

// Each answer tells how far the clock of this device is ahead of the server's; one that a cache may have kept tells an old time.
answers.addEventListener('answer', (event) => {
  const { headers } = (event as CustomEvent<Response>).detail;
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.get('cache-control')?.includes('max-age')) return;
  const apart = Date.now() - date - 500;
  aheadMs = Math.abs(apart) < leastMs ? 0 : apart;
});

/** The moment by the server's clock, in unix seconds: what the server gives as a time is compared with it. */
export const serverNow = (): number => (Date.now() - aheadMs) / 1000;
