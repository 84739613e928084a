import { getSession } from '../api/session.ts';

const key = 'storyrail.member';

const userIdOf = (token: string): string | null => {
  try {
    const claims = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(claims)) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
};

/** Whether whoever is signed in was seen here before as a member of an account, before anything about them is loaded. */
export function isKnownMember(): boolean {
  const token = getSession()?.token;
  try {
    return token !== undefined && localStorage.getItem(key) === userIdOf(token);
  } catch {
    return false;
  }
}

/** Keeps that a person is a member of an account. */
export function rememberMember(userId: string): void {
  try {
    localStorage.setItem(key, userId);
  } catch {
    // Without storage it is asked for anew each time.
  }
}
