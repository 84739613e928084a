import { z } from 'zod';
import { missingRow } from './fault.ts';
import { inRange, listRoute, none, route, timeRange } from './route.ts';
import type { StripeEventRow } from './rows.ts';
import { type StripeWorld, seconds } from './world.ts';

/** How long Stripe lists events. */
const keptSeconds = 30 * 86_400;

const eventsOf = (world: StripeWorld): StripeEventRow[] =>
  world.events.filter(({ created }) => created > seconds(world) - keptSeconds).reverse();

const matches = (type: string, wanted: string): boolean =>
  wanted === type || (wanted.endsWith('*') && type.startsWith(wanted.slice(0, -1)));

/** What happened, for those who missed a webhook. */
export const eventListRoutes = [
  listRoute(
    'GET',
    '/v1/events',
    z.strictObject({ created: timeRange, type: z.string().optional(), types: z.array(z.string()).max(20).optional() }),
    (world, { created, type, types }) =>
      eventsOf(world).filter(
        (event) =>
          inRange(event.created, created) &&
          (!type || matches(event.type, type)) &&
          (!types || types.includes(event.type)),
      ),
  ),
  route('GET', '/v1/events/:id', none, (world, _, id) => {
    const event = eventsOf(world).find((one) => one.id === id);
    if (!event) throw missingRow('event', id!, 'id');
    return event;
  }),
];
