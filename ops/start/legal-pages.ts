import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '#kernel/platform/config.ts';

const mostBytes = 256 * 1024;

/** The legal texts by the addresses of their pages. */
export type LegalTexts = Partial<Record<'terms' | 'privacy', string>>;

const readText = (setting: string, path: string): string => {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > mostBytes) throw new Error(`the file has ${bytes.length} bytes, and the limit is ${mostBytes}`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    if (text === '') throw new Error('the file is empty');
    return text;
  } catch (error) {
    throw new ConfigError(`${setting}=${path}: ${(error as Error).message}`);
  }
};

/** Reads the texts that settings name, once; one that cannot be shown stops the start. */
export const readLegalTexts = ({
  TERMS_FILE,
  PRIVACY_FILE,
}: Pick<Config, 'TERMS_FILE' | 'PRIVACY_FILE'>): LegalTexts => ({
  ...(TERMS_FILE && { terms: readText('TERMS_FILE', TERMS_FILE) }),
  ...(PRIVACY_FILE && { privacy: readText('PRIVACY_FILE', PRIVACY_FILE) }),
});

/** The page with the names of the texts there are in its head, where what links to them looks. */
export const namingLegalTexts = (page: string, texts: LegalTexts): string =>
  page.replace('</head>', `<meta name="legal" content="${Object.keys(texts).join(' ')}" /></head>`);
