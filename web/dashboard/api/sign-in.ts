import { getActing } from './acting.ts';
import { http } from './http.ts';
import { dropSession, getSession, storeSession, type TokenAnswer } from './session.ts';

/** Signs a person in for all tabs; throws ApiError. */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await http.post<TokenAnswer>('/login', { email, password }, { auth: 'none', inCookie: true });
  storeSession(answer);
}

/** Ends the session on the server and here; here also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const session = getSession();
  const acting = getActing();
  dropSession();
  if (!session) return;
  const { token } = session;
  // The cookie is that of who acts, and stays.
  const options = { auth: token ? { token } : ('none' as const), inCookie: !acting };
  await http.post('/logout', {}, options).catch(() => undefined);
}
