/** Time as the player needs it: `now` never jumps (ms), `wall` is unix ms, `after` returns its cancellation. */
export type Clock = {
  now(): number;
  wall(): number;
  after(ms: number, then: () => void): () => void;
};

/** The browser's own time. */
export const browserClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** A random UUID, also on pages without a secure context, where `crypto.randomUUID` does not exist. */
export function randomId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
