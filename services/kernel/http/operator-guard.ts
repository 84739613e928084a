import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { say } from '#kernel/platform/say.ts';
import type { Kernel } from '../kernel.ts';
import { sameSecret } from '../platform/secrets.ts';
import { isLocalCaller } from './local-caller.ts';

const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers.authorization ?? '').replace(/^bearer /i, '').trim();

/** Whether a request brings the token of METRICS_TOKEN. */
const bringsToken = ({ config }: Pick<Kernel, 'config'>, request: FastifyRequest): boolean =>
  config.METRICS_TOKEN !== undefined && sameSecret(bearerOf(request), config.METRICS_TOKEN);

const warned = new WeakSet<object>();

/** Refuses with NotFound whoever is not on this machine; where a proxy may be the reason, it says what to set. */
export const requireLocalCaller = async (
  { config, log }: Pick<Kernel, 'config' | 'log'>,
  request: FastifyRequest,
): Promise<void> => {
  if (await isLocalCaller(config, request)) return;
  if (!config.local) throw new Refusal('NotFound');
  if (!warned.has(config)) {
    warned.add(config);
    log.warn({ route: request.routeOptions.url }, say(requestWords.localOnly));
  }
  throw new Refusal('NotFound', requestWords.localOnly);
};

/** Whether an operator asks: somebody on this machine, or whoever has the token of METRICS_TOKEN. */
export const isOperator = async (kernel: Pick<Kernel, 'config'>, request: FastifyRequest): Promise<boolean> =>
  bringsToken(kernel, request) || (await isLocalCaller(kernel.config, request));

/** Guards pages for operators, as a hook; see `isOperator`. Refuses with NotFound. */
export const operatorGuard =
  (kernel: Pick<Kernel, 'config' | 'log'>) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!bringsToken(kernel, request)) await requireLocalCaller(kernel, request);
  };
