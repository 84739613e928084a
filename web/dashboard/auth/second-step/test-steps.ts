import type { Locator, Page } from 'playwright-core';
import type { Harness } from '#ops/testing/harness.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

/** Another code than the right one. */
export const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

/** Pastes a text into a field. */
export const pasted = (field: Locator, text: string) =>
  field.evaluate((input, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', content);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Clicks a button by its whole name. */
export const pressIn = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true }).click();

/** Adds a device that makes passkeys to the computer of a page; answers what sets whether it knows its person. */
export const addDevice = async (page: Page) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified: boolean) => device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
};

/** Signs somebody of this first name out, and opens the sign-in that leads to their settings. */
export const goOut = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
  await visitInside(page, '/login?next=/user');
};

/** Reads the code of a message that has come to a number since the last one that was read. */
export const readsTexts = ({ until, outbox }: Pick<Harness, 'until' | 'outbox'>) => {
  const seen = new Set<string>();
  return async (to: string): Promise<string> => {
    let code = '';
    await until(async () => {
      const texts = (await outbox()).filter((one) => one.channel === 'sms' && one.to === to);
      code = texts.map(({ text }) => /\d{6}/.exec(text)![0]).find((one) => !seen.has(one)) ?? '';
      return code !== '';
    }, 'the text message');
    seen.add(code);
    return code;
  };
};
