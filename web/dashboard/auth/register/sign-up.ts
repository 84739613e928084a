import { ApiError, errorText } from '../../api/error.ts';
import { call, http } from '../../api/http.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import { withFoundApp } from './profile-app.ts';

/** Sends both steps of the registration, and what its address carries: a package, the token of a deal. */
export const sendSignUp = async (
  { email, password, name, company, gdpr, referral }: Checked<'account'>,
  answers: Checked<'profile'>,
  appsumotoken: string | undefined,
): Promise<unknown> => {
  const profile = await withFoundApp(answers);
  const packageId = new URLSearchParams(window.location.search).get('package_id');
  return http.post(
    '/registration',
    {
      email,
      password,
      ...name,
      gdpr,
      name: company,
      profile,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(packageId ? { package_id: packageId } : {}),
      ...(referral ? { referral_token: referral } : {}),
      ...(appsumotoken ? { appsumo_token: appsumotoken } : {}),
    },
    { auth: 'none' },
  );
};

const fieldOf: Record<string, keyof Typed<'account'>> = {
  name: 'company',
  firstname: 'name',
  lastname: 'name',
  email: 'email',
  password: 'password',
  gdpr: 'gdpr',
  referral_token: 'referral',
};

/** Which fields of the first step the server refuses. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'UserExists') return { email: error.message };
  const found: Record<string, string> = {};
  for (const { path, message } of error.errors) {
    const name = fieldOf[path];
    if (name) found[name] = message;
  }
  return found;
}

/** Whether a referral code is right, and the words for it. */
export async function checkReferral(referral: string): Promise<{ valid: boolean; said: string }> {
  try {
    const body = { referral };
    const { data, message } = await call<{ valid: boolean }>('POST', '/account/referral_check', { body, auth: 'none' });
    return { valid: data.valid, said: message ?? '' };
  } catch (error) {
    return { valid: false, said: errorText(error) ?? '' };
  }
}
