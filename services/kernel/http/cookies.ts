import type { FastifyRequest } from 'fastify';
import type { Kernel } from '../kernel.ts';

/** A cookie that no script reads, for the whole site and its own pages alone where nothing else is said. */
interface Cookie {
  name: string;
  value: string;
  /** Its life; 0 takes it away. */
  seconds: number;
  path?: string;
  sameSite?: 'Strict' | 'Lax';
}

/** Whether the installation is open under https, so that its cookies are sent by no other way. */
export const hasSecureCookies = ({ config }: Pick<Kernel, 'config'>): boolean => config.PUBLIC_URL.startsWith('https:');

/** The Set-Cookie line of a cookie. */
export const cookieLine = (
  kernel: Pick<Kernel, 'config'>,
  { name, value, seconds, path = '/', sameSite = 'Strict' }: Cookie,
): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=${sameSite}${hasSecureCookies(kernel) ? '; Secure' : ''}`;

/** The value of a cookie of a request, or null. */
export const cookieOf = (request: Pick<FastifyRequest, 'headers'>, name: string): string | null => {
  const cookies = (request.headers.cookie ?? '').split(';').map((one) => one.trim());
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) || null;
};
