import { ApiError, errorText } from '../../api/error.ts';
import { call, http } from '../../api/http.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import { withFoundApp } from './profile-app.ts';

/** What every sign-up sends of a new account: company, consent, profile, and what its address carries: a package, a deal. */
export const accountAsked = async (
  { company, gdpr, referral }: Checked<'social'>,
  answers: Checked<'profile'>,
  appsumotoken: string | undefined,
) => {
  const packageId = new URLSearchParams(window.location.search).get('package_id');
  return {
    name: company,
    gdpr,
    profile: await withFoundApp(answers),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(packageId ? { package_id: packageId } : {}),
    ...(referral ? { referral_token: referral } : {}),
    ...(appsumotoken ? { appsumo_token: appsumotoken } : {}),
  };
};

/** Sends both steps of the registration. */
export const sendSignUp = async (
  checked: Checked<'account'>,
  answers: Checked<'profile'>,
  appsumotoken: string | undefined,
): Promise<unknown> => {
  const { email, password, name } = checked;
  const account = await accountAsked(checked, answers, appsumotoken);
  return http.post('/registration', { email, password, ...name, ...account }, { auth: 'none' });
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
