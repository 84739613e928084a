import { countedMonths } from '#ops/start/billing.ts';
import { tellViewerLimits } from '#services/billing/viewer-limit/tell.ts';
import type { Harness } from './harness.ts';

/** Lets an account have so many viewers in the month that runs by the harness's clock. */
export const stageMonth = async (
  { kernel }: Pick<Harness, 'kernel'>,
  accountId: string,
  viewers: number,
): Promise<void> => {
  const month = `${new Date(kernel.now()).toISOString().slice(0, 7)}-01`;
  await kernel.analytics.pool.query(
    `insert into account_month (account_id, month, lane, viewers) values ($1, $2, 0, $3)
       on conflict (account_id, month, lane) do update set viewers = excluded.viewers`,
    [accountId, month, viewers],
  );
};

/** Tells of viewers that reach what is free, as the part `billing` does once in an hour. */
export const tellOfMonth = ({ kernel }: Pick<Harness, 'kernel'>): Promise<void> =>
  tellViewerLimits(kernel, countedMonths(kernel));
