import type { BrowserContext, Page } from 'playwright-core';

/** What continues a session of somebody. */
export interface Continued {
  user_id: string;
  refresh_token: string;
}

/** What the local storage of a browser holds in which somebody is signed in: who it is. */
export const sessionStorageOf = ({ user_id }: Pick<Continued, 'user_id'>): Record<string, string> => ({
  'storyrail.session': user_id,
});

/** Puts the cookie that continues a session into a browser. */
export const putSessionCookieInto = (
  context: BrowserContext,
  base: string,
  { refresh_token }: Pick<Continued, 'refresh_token'>,
): Promise<void> =>
  context.addCookies([{ name: 'storyrail', value: refresh_token, url: base, httpOnly: true, sameSite: 'Strict' }]);

/** Signs somebody in on a page that is open, as another tab of its browser sees it. */
export const signInOn = async (page: Page, base: string, session: Continued): Promise<void> => {
  await putSessionCookieInto(page.context(), base, session);
  await page.evaluate((storage) => void Object.assign(localStorage, storage), sessionStorageOf(session));
};
