import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { Policy } from '../auth/policy.ts';

/** A known address was called with a method that it does not have; `allowed` are those that it has, in order. */
export class MethodNotAllowed extends Refusal {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super('MethodNotAllowed');
    this.allowed = allowed;
  }
}

/**
 * A route as it was added. `bodyLimit`: the bytes of the longest body that it reads. `isKnown`: which of the addresses
 * that its pattern takes there are; without it all.
 */
export interface AddedRoute {
  method: string;
  url: string;
  policy: Policy;
  bodyLimit: number;
  isKnown?: ((path: string) => boolean) | undefined;
  sessionCookie?: 'takes' | 'gives' | undefined;
}

/** The parts of a path as the router reads them; null when they cannot be read. */
const partsOf = (path: string): string[] | null => {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
};

const matches = ({ url, isKnown }: AddedRoute, path: string, parts: readonly string[]): boolean => {
  const pattern = url.split('/');
  const open = pattern.at(-1) === '*';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  return (
    (open ? parts.length >= pattern.length : parts.length === pattern.length) &&
    fixed.every((one, at) => (one.startsWith(':') ? parts[at] !== '' : one === parts[at])) &&
    (isKnown?.(path) ?? true)
  );
};

type Guard = (request: FastifyRequest) => Promise<unknown>;

/**
 * Tells what a call that nothing answers is told: MethodNotAllowed where something stands at its address, else NotFound.
 * Whoever may not see a page for operators or staff is told what its guard says. One pass over some 200 patterns.
 */
export const createUnmatchedAnswer =
  (routes: readonly AddedRoute[], guards: Record<'operator' | 'ops', Guard>) =>
  async (request: FastifyRequest): Promise<Refusal> => {
    const path = request.url.split('?', 1)[0] ?? '';
    const parts = partsOf(path);
    const found = parts ? routes.filter((route) => matches(route, path, parts)) : [];
    if (found.length === 0) return new Refusal('NotFound');
    // A HEAD is made of a GET, which the framework does not name a second time for the address with a stroke at its end.
    const methods = found.flatMap(({ method }) => (method === 'HEAD' ? ['GET', 'HEAD'] : [method]));
    const allowed = new MethodNotAllowed([...new Set(methods)].sort());
    const kind = (['operator', 'ops'] as const).find((one) => found.some(({ policy }) => policy.caller === one));
    return kind
      ? guards[kind](request).then(
          () => allowed,
          (refusal: Refusal) => refusal,
        )
      : allowed;
  };
