import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * The security headers of an answer as names and values. They are the same for every answer, so they are worked out
 * once: to do so per request costs as much as reading a small body.
 */
export const securityHeads = (options: HelmetOptions): Record<string, string> => {
  const heads: Record<string, string> = {};
  const recording = {
    setHeader: (name: string, value: string) => {
      heads[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, recording as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return heads;
};
