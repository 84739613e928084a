import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import type { TotpSecret } from '#contracts/user/factor-rows.ts';
import type { SignInBody } from '#contracts/user/sign-in.ts';
import { getActing } from './acting.ts';
import { ApiError } from './error.ts';
import { call, http } from './http.ts';
import { dropSession, getSession, storeSession, type TokenAnswer } from './session.ts';

/**
 * What a sign-in asks for beside the password: one of these, and whether a text message was sent. `app` is the secret of an
 * authenticator app that is being set up.
 */
export interface StepAsked {
  methods: readonly FactorMethod[];
  sent: boolean;
  app?: TotpSecret;
}

/** What is asked for where a number is wanted first; any other error is thrown on. */
export const phoneAsked = (error: unknown): StepAsked => {
  if (error instanceof ApiError && error.code === 'PhoneNumberRequired') return { methods: [], sent: false };
  throw error;
};

/** What a sign-in answers. */
export type SignInAnswer = TokenAnswer | Pick<StepAsked, 'methods'> | TotpSecret | null;

/** Keeps the session that a sign-in answers for all tabs, or answers what it asks for instead. */
export function takeSignIn(data: SignInAnswer): StepAsked | null {
  if (data === null) return { methods: ['sms'], sent: true };
  if ('methods' in data) return { methods: data.methods, sent: false };
  if ('secret' in data) return { methods: ['totp'], sent: false, app: data };
  storeSession(data);
  return null;
}

/** Signs a person in for all tabs, or answers the second step that is asked for; throws ApiError. */
export async function signIn(body: SignInBody): Promise<StepAsked | null> {
  const options = { body, auth: 'none', inCookie: true } as const;
  return takeSignIn((await call<SignInAnswer>('POST', '/login', options)).data);
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
