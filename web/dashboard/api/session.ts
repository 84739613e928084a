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
const endListeners = new Set<() => boolean>();
const personListeners = new Set<() => void>();

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

/** Whose token it is, by its claims: the server alone says whether they are true. Null for none. */
export function tokenSubject(token: string | undefined): string | null {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(claims ?? '')) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}

const sharedPerson = () => tokenSubject(read(localStorage.getItem(key))?.token);

// For whom this page has loaded what it shows.
let person: string | null | undefined;
// The page is being loaded anew: what it is refused until then says nothing of the session that there is now.
let isLeft = false;

function tellPersonChange(): void {
  for (const listener of personListeners) listener();
}

/**
 * Whether the session that all tabs share has meanwhile become somebody else's: then this page forgets all it has loaded
 * and begins anew, and nothing that was meant for the one before may be sent.
 */
export function isOfSomebodyElse(): boolean {
  const now = sharedPerson();
  person ??= now;
  if (isLeft || now === null || now === person) return isLeft;
  isLeft = true;
  dropActing();
  tellPersonChange();
  window.location.assign('/');
  return true;
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
  isLeft = false;
  tellPersonChange();
  person = tokenSubject(keepSession(answer).token);
}

/** Calls back before another person's data may be shown: at a sign-in and at a log-out. */
export function onPersonChange(listener: () => void): void {
  personListeners.add(listener);
}

function forget(): void {
  // Whoever acted as somebody is still signed in as themselves.
  if (getActing()) {
    dropActing();
    return;
  }
  localStorage.removeItem(key);
  person = null;
}

function tellEnd(): boolean {
  tellPersonChange();
  return [...endListeners].map((listener) => listener()).some(Boolean);
}

/** Forgets the tokens in all tabs (those of acting as somebody in this one) and tells everyone who asked. */
export function clearSession(): void {
  if (isLeft) return;
  const acted = getActing() !== null;
  forget();
  isLeft = tellEnd() || acted;
}

/** Forgets the tokens without telling anyone: the caller decides where to go. */
export function dropSession(): void {
  forget();
  tellPersonChange();
}

/**
 * Calls back when the session ends, here or in another tab, and is answered whether the page is left for another; answers
 * the function that stops it. A page whose session has become somebody else's, in another tab or while it was out of sight,
 * begins anew.
 */
export function onSessionEnd(listener: () => boolean): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key || isLeft) return;
    if (event.newValue) return void isOfSomebodyElse();
    if (!event.oldValue) return;
    dropActing();
    person = null;
    isLeft = tellEnd();
  };
  const onShow = () => void isOfSomebodyElse();
  endListeners.add(listener);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    endListeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
  };
}
