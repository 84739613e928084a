import { dropActing, getActing } from './acting.ts';

/** What keeps a person signed in; `expires_at` is unix ms by this machine's clock. */
export interface Session {
  token: string;
  refresh_token: string;
  expires_at: number;
}

/** The tokens as the server answers them; `expires_in` is seconds. */
export interface TokenAnswer {
  token: string;
  refresh_token: string;
  expires_in: number;
}

const key = 'storyrail.session';
const endListeners = new Set<() => void>();
const personListeners = new Set<() => void>();
// What this page has loaded was for somebody as whom staff acted.
let actingEnded = false;

function read(text: string | null): Session | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { token, refresh_token, expires_at } = value as Partial<Session>;
    return typeof token === 'string' && typeof refresh_token === 'string' && typeof expires_at === 'number'
      ? { token, refresh_token, expires_at }
      : null;
  } catch {
    return null;
  }
}

/** The session that all tabs share, or that of the person as whom staff acts in this one; null when signed out. */
export function getSession(): Session | null {
  const acting = getActing();
  // It is never renewed.
  if (acting) return { token: acting.token, refresh_token: '', expires_at: acting.ends_at };
  return read(localStorage.getItem(key));
}

/** Keeps the tokens of an answer for all tabs. */
export function keepSession(answer: TokenAnswer): Session {
  const session: Session = {
    token: answer.token,
    refresh_token: answer.refresh_token,
    expires_at: Date.now() + answer.expires_in * 1000,
  };
  localStorage.setItem(key, JSON.stringify(session));
  return session;
}

/** Keeps the tokens of somebody who has just signed in. */
export function storeSession(answer: TokenAnswer): void {
  dropActing();
  actingEnded = false;
  for (const listener of personListeners) listener();
  keepSession(answer);
}

/** Calls back before another person's data may be shown: at a sign-in and at a log-out. */
export function onPersonChange(listener: () => void): void {
  personListeners.add(listener);
}

function forget(): void {
  // Whoever acted as somebody is still signed in as themselves.
  if (getActing()) dropActing();
  else localStorage.removeItem(key);
}

/** Forgets the tokens in all tabs (those of acting as somebody in this one) and tells everyone who asked. */
export function clearSession(): void {
  // The page is loaded anew; what it is refused until then says nothing of the session of whoever acted.
  if (actingEnded) return;
  actingEnded = getActing() !== null;
  forget();
  for (const listener of endListeners) listener();
}

/** Forgets the tokens without telling anyone: the caller decides where to go. */
export function dropSession(): void {
  forget();
  for (const listener of personListeners) listener();
}

/** Calls back when the session ends, here or in another tab; answers the function that stops it. */
export function onSessionEnd(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key || event.newValue || !event.oldValue) return;
    dropActing();
    listener();
  };
  endListeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    endListeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
