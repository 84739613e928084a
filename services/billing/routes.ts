import { z } from 'zod';
import { isCountry } from '#contracts/api/countries.ts';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import {
  addMethodBody,
  attachMethodBody,
  changeMethodBody,
  plansDueQuery,
  subscribeBody,
} from '#contracts/subscription/commands.ts';
import { payerBody, typedPayerAddress } from '#contracts/subscription/payer.ts';
import { paymentCustomer, planAnswer, planDue, subscribePreview } from '#contracts/subscription/rows.ts';
import { toSeconds } from '#contracts/time.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { worded } from '#contracts/words/worded.ts';
import type { CommandAnswer } from '#kernel/commands/command-trx.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dueToday } from './due-today.ts';
import { limitPromo } from './promo.ts';
import type { BillingRequest } from './provider.ts';
import { providerOf } from './provider-of.ts';

const tags = ['Payment'];
const policy = { caller: 'user', act: 'billing.manage', confirm: true } as const;
const made = success(z.object({ id: z.string() }));

// The list of countries is the server's: browsers read it.
const address = typedPayerAddress.extend({
  country: typedPayerAddress.shape.country.refine(isCountry, worded(subscriptionWords.countryNeeded)),
});
const methodChange = changeMethodBody
  .extend({ address: address.nullish() })
  .refine((body) => Object.values(body).some((value) => value !== undefined));

/** Changes what a card is for, and who pays for the account: both or neither. */
const changeMethod = async (
  kernel: Kernel,
  command: BillingRequest,
  methodId: string,
  { default: chosen, ...patch }: z.output<typeof methodChange>,
): Promise<CommandAnswer> => {
  const provider = providerOf(kernel);
  if (Object.values(patch).every((value) => value === undefined)) return provider.chooseCard(kernel, command, methodId);
  const described = await provider.describePayer(kernel, command, patch, { id: methodId, chosen: chosen === true });
  return { ...described, data: { id: methodId } };
};

const subscriptionRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/payment/subscribe',
    config: { policy: { ...policy, confirm: { unless: 'preview' } }, command: true },
    schema: {
      summary: 'Choose a plan',
      description:
        'A higher plan starts now and charges the days left. A lower one starts when the period ends. The plan you have takes back a cancellation. With preview, answers what it would cost and changes nothing.',
      tags,
      body: subscribeBody,
      response: { 200: z.union([success(subscribePreview), success(planAnswer)]) },
    },
    handler: async (request, reply) => {
      const command = request.command!;
      const { body } = request;
      if (body.promo_code !== undefined) await limitPromo(kernel, command.principal, 'plan');
      const { preview, subscribe } = providerOf(kernel);
      return sendAnswer(reply, await (body.preview ? preview : subscribe)(kernel, command, body));
    },
  });
  server.route({
    method: 'GET',
    url: '/api/payment/plan/due',
    config: { policy: { caller: 'user', act: 'billing.manage', login_as: true } },
    schema: {
      summary: 'See what plans would cost today',
      description: 'Lists the plans that would start now, the cheapest first. Empty without a card.',
      tags,
      querystring: plansDueQuery,
      response: { 200: success(z.array(planDue)) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { promo_code } = request.query;
      if (promo_code !== undefined) await limitPromo(kernel, principal, 'plan');
      const asking = { principal, context: commandContext(request, kernel) };
      return { data: await dueToday(kernel, asking, promo_code) };
    },
  });
  server.route({
    method: 'DELETE',
    url: '/api/payment/subscribe',
    config: { policy, command: true },
    schema: {
      summary: 'Cancel the plan',
      description: 'It runs until its period ends; after an upgrade until the next one ends.',
      tags,
      body: z.strictObject({}).nullish(),
      response: { 200: success(planAnswer) },
    },
    handler: async (request, reply) => sendAnswer(reply, await providerOf(kernel).cancel(kernel, request.command!)),
  });
};

const methodRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/payment/method',
    config: { policy, command: true },
    schema: {
      summary: 'Add a card',
      description: "Answers the page where the card is entered. Card numbers are never sent to Storyrail's API.",
      tags,
      body: addMethodBody.nullish(),
      response: { 201: success(z.object({ id: z.string(), url: z.string() })) },
    },
    handler: async (request, reply) => {
      const back = request.body?.return_url ?? '/settings/payment';
      return sendAnswer(reply, await providerOf(kernel).beginCard(kernel, request.command!, back));
    },
  });
  server.route({
    method: 'POST',
    url: '/api/payment/method/attach',
    config: { policy, command: true },
    schema: { summary: 'Use the card that was added', tags, body: attachMethodBody, response: { 200: made } },
    handler: async (request, reply) =>
      sendAnswer(reply, await providerOf(kernel).attachCard(kernel, request.command!, request.body.id)),
  });
  server.route({
    method: 'PATCH',
    url: '/api/payment/method/:id',
    config: { policy, command: true },
    schema: {
      summary: 'Change a card',
      description:
        'With `default`, pays with it from now on. The name and address of a card are those of the account: invoices to come say them, too.',
      tags,
      params: z.strictObject({ id }),
      body: methodChange,
      response: { 200: made },
    },
    handler: async (request, reply) =>
      sendAnswer(reply, await changeMethod(kernel, request.command!, request.params.id, request.body)),
  });
};

const removeRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'DELETE',
    url: '/api/payment/method/:id',
    config: { policy, command: true },
    schema: {
      summary: 'Remove a card',
      description: 'The card that pays next stays, as long as there is something to pay.',
      tags,
      params: z.strictObject({ id }),
      body: z.strictObject({}).nullish(),
      response: { 200: made },
    },
    handler: async (request, reply) =>
      sendAnswer(reply, await providerOf(kernel).removeCard(kernel, request.command!, request.params.id)),
  });
};

const customerRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/payment/customer',
    config: { policy, command: true, noStore: true },
    schema: {
      summary: 'Say who pays',
      description:
        "Later invoices say this name and address; null takes them away, and then they say the company's name. An earlier one keeps what it said.",
      tags,
      body: payerBody.extend({ address: address.nullable() }),
      response: { 200: success(paymentCustomer) },
    },
    handler: async (request, reply) => {
      const command = request.command!;
      const answer = await providerOf(kernel).describePayer(kernel, command, request.body);
      const data = await kernel.readCustomer(kernel, command.principal, toSeconds(kernel.now()));
      return sendAnswer(reply, { ...answer, data });
    },
  });
};

const outsideRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/payment/portal',
    config: { policy, command: true },
    schema: {
      summary: "Open Stripe's pages for cards and invoices",
      tags,
      body: z.strictObject({}).nullish(),
      response: { 200: success(z.object({ url: z.string() })) },
    },
    handler: async (request) => ({ data: { url: await providerOf(kernel).openPortal(kernel, request.command!) } }),
  });
  server.route({
    method: 'GET',
    url: '/api/payment/invoice/:id/address',
    config: { policy: { caller: 'user', act: 'billing.view', login_as: true }, noStore: true },
    schema: {
      summary: 'Where Stripe keeps the PDF of an invoice',
      tags,
      params: z.strictObject({ id }),
      response: { 200: success(z.object({ url: z.string() })) },
    },
    handler: async (request) => {
      const { account_id } = principalOf(request);
      return { data: { url: await providerOf(kernel).invoicePdf(kernel, account_id, request.params.id) } };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/payment/invoice/:id/page',
    config: { policy: { caller: 'user', act: 'billing.view', login_as: true }, noStore: true },
    schema: {
      summary: 'Where an open invoice is paid at Stripe',
      description: 'There a person also confirms a payment to their bank.',
      tags,
      params: z.strictObject({ id }),
      response: { 200: success(z.object({ url: z.string() })) },
    },
    handler: async (request) => {
      const { account_id } = principalOf(request);
      return { data: { url: await providerOf(kernel).invoicePage(kernel, account_id, request.params.id) } };
    },
  });
};

const confirmRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/payment/invoice/:id/confirm',
    config: { policy, command: true, noStore: true },
    schema: {
      summary: 'Confirm a payment to the bank',
      description:
        "Answers where the bank asks for it, which leads back to Payment and Billing; Stripe's page of the invoice where it has no such address; null where it is paid.",
      tags,
      params: z.strictObject({ id }),
      body: z.strictObject({}).nullish(),
      response: { 200: success(z.object({ url: z.string().nullable() })) },
    },
    handler: async (request, reply) =>
      sendAnswer(reply, await providerOf(kernel).confirmPayment(kernel, request.command!, request.params.id)),
  });
  server.route({
    method: 'POST',
    url: '/api/payment/invoice/:id/confirmed',
    // Nothing is charged or changed by asking.
    config: { policy: { caller: 'user', act: 'billing.manage' }, command: true, noStore: true },
    schema: {
      summary: 'Ask Stripe whether a payment was confirmed',
      tags,
      params: z.strictObject({ id }),
      body: z.strictObject({}).nullish(),
      response: { 200: success(z.object({ paid: z.boolean() })) },
    },
    handler: async (request, reply) =>
      sendAnswer(reply, await providerOf(kernel).confirmedPayment(kernel, request.command!, request.params.id)),
  });
};

/** Choosing, changing and canceling a plan, and the cards that pay for it. */
export const billingRoutes: Routes = (server, kernel) => {
  subscriptionRoutes(server, kernel);
  methodRoutes(server, kernel);
  removeRoutes(server, kernel);
  customerRoutes(server, kernel);
  outsideRoutes(server, kernel);
  confirmRoutes(server, kernel);
};
