import type { SocialProvider } from '#contracts/user/social-providers.ts';
import { http } from '../../api/http.ts';

/**
 * Where somebody was before they went to a provider: at the sign-in, and what they wanted to see, or at a sign-up, and what
 * its address carries (`search`, which only that has); or in their own settings, from where it `connects` an account.
 */
export interface SocialWay {
  next?: string | null;
  type?: string | undefined;
  deal?: string | undefined;
  search?: string;
  connects?: true;
}

/** What is said in the router's state to somebody who was away to connect an account. */
export interface CameBack {
  returned: { text: string | null; type: 'success' | 'error' };
}

const key = 'storyrail.social';

/** Goes to a provider, which sends the person back to the page of its name; throws ApiError. */
export async function goToProvider(provider: SocialProvider, way: SocialWay): Promise<void> {
  const { url } = await http.post<{ url: string }>(`/${provider}_login/start`, {}, { auth: 'none' });
  leaveFor(url, way);
}

/** Leaves for the address of a provider. */
export function leaveFor(url: string, way: SocialWay): void {
  sessionStorage.setItem(key, JSON.stringify(way));
  window.location.assign(url);
}

const part = (one: string | undefined): string => (one === undefined ? '' : `/${encodeURIComponent(one)}`);

/** The sign-up of a type with all that its address carries. */
export const signUpOf = (type: string | undefined, { deal, search = '' }: SocialWay): string =>
  `/register${part(type)}${part(deal)}${search}`;

/** What somebody who is known wants to see: with a deal, the page that uses it for their account; with a plan, the start, which offers it to who may buy one. */
export const wantedOf = ({ next, deal, search = '' }: SocialWay): string | null => {
  if (deal) return `/app-info${part(deal)}`;
  const plan = search.match(/package_id=\w*/);
  return plan ? `/?${plan}` : (next ?? null);
};

/** The sign-in that leads to what is wanted. */
export const signInOf = (way: SocialWay): string => {
  const wanted = wantedOf(way);
  return wanted ? `/login?next=${encodeURIComponent(wanted)}` : '/login';
};

/** Where somebody was before. */
export const backOf = (way: SocialWay): string => (way.search === undefined ? signInOf(way) : signUpOf(way.type, way));

/** Where somebody was who comes back. */
export const keptWay = (): SocialWay => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as SocialWay;
  } catch {
    return {};
  }
};
