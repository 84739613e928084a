import type { Config } from '#kernel/platform/config.ts';
import { ToolRefused } from './tool-refused.ts';

const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Refuses an installation whose bills somebody may have to pay: only one with test cards, on this machine, outside production. */
export const requireSandbox = (
  config: Pick<Config, 'BILLING' | 'NODE_ENV' | 'DATABASE_URL' | 'HOST' | 'PUBLIC_URL' | 'DATA_DIR'>,
): void => {
  const refuse = (why: string) => {
    throw new ToolRefused(`Time only moves in a sandbox: ${why}.`);
  };
  if (config.BILLING !== 'local') refuse('BILLING must be local');
  if (config.NODE_ENV === 'production') refuse('this one is in production');
  if (config.DATABASE_URL) refuse(`the database must be the one in ${config.DATA_DIR}, without DATABASE_URL`);
  if (!isLocal(config.HOST) || !isLocal(new URL(config.PUBLIC_URL).hostname))
    refuse('this one is open to other machines');
};
