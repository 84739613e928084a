import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../platform/config.ts';

const contentSecurity = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // The component library writes its rules into style elements.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

const recorded = (options: HelmetOptions): Record<string, string> => {
  const headers: Record<string, string> = {};
  const recording = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, recording as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
};

/**
 * The security headers of an answer as names and values. They are the same for every answer, so they are worked out
 * once: to do so per request costs as much as reading a small body.
 */
export const securityHeadersOf = ({
  PUBLIC_URL,
  MEDIA_URL,
}: Pick<Config, 'PUBLIC_URL' | 'MEDIA_URL'>): Record<string, string> => {
  const mediaOrigins = MEDIA_URL === PUBLIC_URL ? [] : [new URL(MEDIA_URL).origin];
  return recorded({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...contentSecurity,
        imgSrc: [...contentSecurity.imgSrc, ...mediaOrigins],
        mediaSrc: [...contentSecurity.mediaSrc, ...mediaOrigins],
      },
    },
    strictTransportSecurity: PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
};
