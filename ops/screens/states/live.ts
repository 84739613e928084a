import { type Area, answered, failing, holdBack, staysOpen, type World } from '../state.ts';

const shopLive =
  (more = '') =>
  ({ inApp }: World) =>
    inApp('shop', '/analytics/live', more);
const stream = /\/api\/analytics\/live/;
const tooMany = { status: 429, code: 'TooManyRequests', message: 'Close one of your 5 live views first.', errors: [] };

/** The last 30 minutes of an app as they change. */
export const liveStates: Area = {
  area: 'live',
  states: [
    { name: 'shop', path: shopLive(), answers: staysOpen(stream) },
    { name: 'table', path: shopLive('&minutes=table'), answers: staysOpen(stream) },
    { name: 'nothing', path: ({ inApp }) => inApp('news', '/analytics/live'), answers: staysOpen(stream) },
    { name: 'loading', path: shopLive(), answers: holdBack(stream) },
    { name: 'refused', path: shopLive(), answers: answered(stream, 429, tooMany) },
    { name: 'failed', path: shopLive(), answers: failing(stream, 422) },
    { name: 'creator', path: shopLive(), as: 'creator' },
  ],
};
