import pino, { type Logger } from 'pino';

export type { Logger };

/** A JSON logger. Tokens and bodies never reach it; these paths are dropped in case one does. */
export const createLog = (level: string): Logger =>
  pino({
    level,
    base: undefined,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.refresh_token'],
      remove: true,
    },
  });
