import { ApiError } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import type { Checked, Typed } from '../auth-forms.ts';

/** What the address of the registration carries: a package, the token of a deal. */
export interface Carried {
  packageId: string | null;
  appsumotoken: string | undefined;
}

/** Sends both steps of the registration. */
export const sendSignUp = (
  { email, password, name, company, gdpr }: Checked<'account'>,
  profile: Checked<'profile'>,
  { packageId, appsumotoken }: Carried,
): Promise<unknown> =>
  http.post(
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
      ...(appsumotoken ? { appsumo_token: appsumotoken } : {}),
    },
    { auth: 'none' },
  );

const fieldOf: Record<string, keyof Typed<'account'>> = {
  name: 'company',
  firstname: 'name',
  lastname: 'name',
  email: 'email',
  password: 'password',
  gdpr: 'gdpr',
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
