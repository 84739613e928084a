import type { I18nProvider } from 'ra-core';
import type { Message } from '#contracts/words/define.ts';
import { raWords } from './react-admin.en.ts';
import { t } from './t.ts';

const byId = new Map<string, unknown>(Object.values(raWords).map((message) => [message.id, message]));

/** React-admin's words: its own from the catalogue, every other text as it was given. */
export const i18nProvider: I18nProvider = {
  translate: (key, { _: otherwise, ...values } = {}) => {
    const message = byId.get(key) as Message<string, '{of_react_admin}'> | undefined;
    return message ? t(message, values as { of_react_admin: string }) : (otherwise ?? key);
  },
  changeLocale: async () => {},
  getLocale: () => 'en',
};
