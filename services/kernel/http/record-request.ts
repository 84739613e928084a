import type { Kernel } from '../kernel.ts';
import type { Logger } from '../platform/log.ts';

/** An answer as it is measured and logged; `ms` is how long it took, `more` what else the log says. */
export interface RequestRecord {
  method: string;
  /** The pattern of the route. */
  route: string;
  status: number;
  ms: number;
  more: object;
}

/**
 * Measures an answer by method, route and status, and logs it, whichever way its request was read. `to`: null for those
 * that are measured only, see `measuredOnly` of a route.
 */
export const recordRequest = (
  { metrics, log }: Pick<Kernel, 'metrics' | 'log'>,
  to: { info: Logger['info'] } | null,
  { method, route, status, ms, more }: RequestRecord,
): void => {
  metrics.httpTime(method, route, `${Math.floor(status / 100)}xx`).observe(ms / 1000);
  if (to && log.isLevelEnabled('info')) to.info({ method, route, status, ms: Math.round(ms), ...more }, 'request');
};
