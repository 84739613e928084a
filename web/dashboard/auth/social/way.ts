import type { SocialProvider } from '#contracts/user/social-providers.ts';
import { http } from '../../api/http.ts';

/** Where somebody was before they went to a provider: what they wanted to see, and what the address of a sign-up carries. */
export interface SocialWay {
  next?: string | null;
  deal?: string | undefined;
  search?: string;
}

const key = 'storyrail.social';

/** Goes to a provider, which sends the person back to the page of its name; throws ApiError. */
export async function goToProvider(provider: SocialProvider, way: SocialWay): Promise<void> {
  const { url } = await http.post<{ url: string }>(`/${provider}_login/start`, {}, { auth: 'none' });
  sessionStorage.setItem(key, JSON.stringify(way));
  window.location.assign(url);
}

/** Where somebody was who comes back. */
export const keptWay = (): SocialWay => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as SocialWay;
  } catch {
    return {};
  }
};
