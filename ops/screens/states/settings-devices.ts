import type { Page } from 'playwright-core';
import { limits } from '#contracts/api/limits.ts';
import { inTurn, press, type State } from '../state.ts';

const path = '/settings/test-devices';

const withDevices = (count: number) => (page: Page) =>
  page.route('**/api/account', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const device = (_: unknown, at: number) => ({
      id: `a41c9e0b7d52f3${String(at).padStart(2, '0')}`,
      name: `Galaxy S26, QA ${at + 1}`,
      platform: at % 2 ? 'ios' : 'android',
    });
    const test_devices = Array.from({ length: count }, device);
    await route.fulfill({ response: answer, json: { data: { ...data, test_devices } } });
  });

const add = press('Add device');
const write = (name: string, id: string) => async (page: Page) => {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Device ID' }).fill(id);
};

/** The test devices of an account. */
export const deviceStates: readonly State[] = [
  { name: 'devices', path },
  { name: 'devices-of-app-owner', path, as: 'shopOwner' },
  { name: 'devices-none', path, as: 'newcomer' },
  { name: 'devices-full', path, answers: withDevices(limits.testDevices) },
  { name: 'devices-unfilled', path, reach: add },
  { name: 'devices-duplicate', path, reach: inTurn(write('Pixel of Emil', 'demo-phone-2'), add) },
  { name: 'devices-remove', path, reach: press('Remove Test phone of Emil') },
];
