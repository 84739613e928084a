import { http } from './http.ts';
import { dropSession, getSession, storeSession, type TokenAnswer } from './session.ts';

/** Signs a person in for all tabs; throws ApiError. */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await http.post<TokenAnswer>('/login', { email, password }, { auth: 'none' });
  storeSession(answer);
}

/** Ends the session on the server and here; here also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const session = getSession();
  dropSession();
  if (!session) return;
  const { token, refresh_token } = session;
  await http.post('/logout', refresh_token ? { refresh_token } : {}, { auth: { token } }).catch(() => undefined);
}
