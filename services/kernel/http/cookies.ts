import type { FastifyRequest } from 'fastify';

/** The value of a cookie of a request, or null. */
export const cookieOf = (request: Pick<FastifyRequest, 'headers'>, name: string): string | null => {
  const cookies = (request.headers.cookie ?? '').split(';').map((one) => one.trim());
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) || null;
};
