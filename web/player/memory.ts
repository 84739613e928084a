import type { Store } from './store.ts';

const mostViewers = 20;

/** The viewer as 64 bits, so that who was here is not left behind by name. */
function digest(viewerId: string): string {
  let one = 0x811c9dc5;
  let two = 0x2f0b4a27;
  for (let at = 0; at < viewerId.length; at++) {
    const code = viewerId.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b);
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36);
}

/**
 * The name under which is kept what a viewer of a token saw and answered; without an id it is the token. Of those with an
 * id a browser remembers the newest 20.
 */
export function memoryOf(store: Store, token: string, viewerId: string | null): string {
  if (!viewerId) return token;
  const name = `${token}:${digest(viewerId)}`;
  const key = `viewers:${token}`;
  const names = (store.get(key) ?? '').split(',').filter((known) => known && known !== name);
  names.push(name);
  for (const old of names.splice(0, names.length - mostViewers)) {
    store.remove(`answers:${old}`);
    store.remove(`seen:${old}`);
  }
  store.set(key, names.join(','));
  return name;
}
