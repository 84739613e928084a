import { Refusal } from '#contracts/api/errors.ts';
import { bodyLimits } from '#kernel/http/plugins/policies.ts';
import type { Routes, Server } from '#kernel/http/types.ts';
import type { StripeHappening } from './answers.ts';
import { accountOfCustomer } from './customers.ts';
import { noteDue } from './due.ts';
import { stripeOf } from './open.ts';

/** Takes bodies as they came: the signature is over their bytes. */
const acceptRaw = (scope: Server): void => {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
};

/** What Stripe tells of what happened. It is told again until it is answered: first it is written down, then answered. */
export const stripeWebhookRoutes: Routes = async (server, kernel) => {
  await server.register(async (plain) => {
    const scope = plain as typeof server;
    acceptRaw(scope);
    scope.route({
      method: 'POST',
      url: '/api/payment/stripe',
      bodyLimit: bodyLimits.callBack,
      config: { policy: { caller: 'anyone' }, noStore: true },
      schema: {
        summary: 'Take a webhook of Stripe',
        description:
          'The body is an event as Stripe sent it: its signature is over the bytes. Without a valid one: 400.',
        tags: ['Payment'],
      },
      handler: async (request) => {
        const { config, metrics, db, notifier } = kernel;
        if (config.BILLING !== 'stripe') throw new Refusal('NotFound');
        const { body, headers } = request;
        const signature = headers['stripe-signature'];
        const stripe = await stripeOf(kernel);
        const told: StripeHappening | null =
          Buffer.isBuffer(body) && typeof signature === 'string' && signature.length <= 1000
            ? stripe.verifyWebhook(body, signature, kernel.now())
            : null;
        if (!told) {
          metrics.stripeWebhooks.inc({ outcome: 'refused' });
          throw new Refusal('MalformedRequest');
        }
        const { customer } = told.object;
        const accountId = customer === null ? null : await accountOfCustomer(db.pool, customer);
        metrics.stripeWebhooks.inc({ outcome: accountId === null ? 'ignored' : 'accepted' });
        if (accountId !== null) {
          await noteDue(db.pool, [accountId]);
          notifier.notify('billing');
        }
        return { data: {} };
      },
    });
  });
};
