import { dropActing, getActing } from './acting.ts';

/**
 * What a person is signed in with in this page; `expires_at` is unix ms by this machine's clock. The token is empty until
 * the page has asked for one. What continues the session is in a cookie that no script can read.
 */
export interface Session {
  token: string;
  expires_at: number;
}

/** The token as the server answers it; `expires_in` is seconds. */
export interface TokenAnswer {
  token: string;
  expires_in: number;
}

// The id of who is signed in in this browser: all tabs share it. It signs nobody in.
const key = 'storyrail.session';
const endListeners = new Set<() => boolean>();
const personListeners = new Set<() => void>();
let tell: (session: Session) => void = () => undefined;

/** Whose token it is, by its claims: the server alone says whether they are true. Null for none. */
export function tokenSubject(token: string | undefined): string | null {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(claims ?? '')) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}

const sharedPerson = (): string | null => localStorage.getItem(key);

// The token of this page.
let own: Session | null = null;
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
  own = null;
  dropActing();
  tellPersonChange();
  window.location.assign('/');
  return true;
}

/** The session of this page, or that of the person as whom staff acts in it; null when signed out. */
export function getSession(): Session | null {
  const acting = getActing();
  if (acting) return { token: acting.token, expires_at: acting.ends_at };
  return sharedPerson() === null ? null : (own ?? { token: '', expires_at: 0 });
}

/** Who is signed in, or as whom staff acts in this tab; null when signed out. */
export function sessionPerson(): string | null {
  const acting = getActing();
  return acting ? tokenSubject(acting.token) : sharedPerson();
}

function keepSession({ token, expires_in }: TokenAnswer): void {
  own = { token, expires_at: Date.now() + expires_in * 1000 };
  localStorage.setItem(key, tokenSubject(token) ?? '');
  tell(own);
}

/** Takes over the token that another tab has told of, and tells others by `told` from now on. */
export function onNewToken(told: (session: Session) => void): (session: Session) => void {
  tell = told;
  return (session) => {
    if (tokenSubject(session.token) === sharedPerson()) own = session;
  };
}

/** Keeps the tokens of somebody who has just signed in. */
export function storeSession(answer: TokenAnswer): void {
  dropActing();
  isLeft = false;
  tellPersonChange();
  person = tokenSubject(answer.token);
  keepSession(answer);
}

/** Keeps a renewed token; null where nobody is signed in any more, or somebody else, for whom the page then begins anew. */
export function renewSession(answer: TokenAnswer): string | null {
  if (sharedPerson() === null) return null;
  keepSession(answer);
  return isOfSomebodyElse() ? null : answer.token;
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
  own = null;
  person = null;
}

function tellEnd(): boolean {
  tellPersonChange();
  return [...endListeners].map((listener) => listener()).some(Boolean);
}

/** Forgets the session in all tabs (that of acting as somebody in this one) and tells everyone who asked. */
export function clearSession(): void {
  if (isLeft) return;
  const acted = getActing() !== null;
  forget();
  isLeft = tellEnd() || acted;
}

/** Forgets the session without telling anyone: the caller decides where to go. */
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
    own = null;
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
