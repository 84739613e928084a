import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCall } from './api.ts';
import { letTimePass } from './clockwork.ts';
import { invalid, StripeFault } from './fault.ts';
import { parseForm } from './form.ts';
import { answerPage } from './pages.ts';
import { createWebhooks } from './webhooks.ts';
import { createWorld, type DunningSettings, stripeVersion } from './world.ts';

/**
 * Trouble of one call: too many of them, a fault of Stripe's, no answer, a connection that ends before or after the call is
 * done; a fault that is kept under the call's key (`kept`), also though the call is done (`kept_done`).
 */
export type StripeTrouble = 'busy' | 'broken' | 'silent' | 'refused' | 'lost' | 'kept' | 'kept_done';

/** A call that the stand-in answered. */
export interface StripeCall {
  method: string;
  path: string;
  /** The query or the body, as it was sent. */
  form: string;
  key: string | null;
  status: number;
  answer: object;
}

/** Whether a trouble waits for a call with a key. */
const isOfWrites = (trouble: StripeTrouble | undefined): boolean => trouble === 'kept' || trouble === 'kept_done';

interface Kept {
  asked: string;
  id: string;
  status: number;
  text: string;
}

interface StripeOptions {
  /** The secret key that it knows. */
  key?: string;
  /** When its time begins, unix milliseconds; now. */
  now?: number;
  dunning?: Partial<DunningSettings>;
  /** Webhooks are signed at its own time rather than at that of this machine. */
  signsByItsTime?: boolean;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

const keyOf = (authorization: string | undefined): string => {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':', 1)[0]! : value;
};

const brokenAnswer = { status: 500, body: { error: { type: 'api_error', message: 'An error occurred on our side.' } } };

/** Whether the answer to a call is kept under its idempotency key: what was refused before it was begun is not. */
const isKept = (status: number): boolean => status !== 400 && status !== 401 && status !== 429;

/**
 * A stand-in for Stripe's API on this machine: it holds customers, cards, prices, subscriptions and invoices, lets time
 * pass when it is told to, sends signed webhooks, and refuses what Stripe refuses.
 */
export const openStripeServer = async (options: StripeOptions = {}) => {
  const { key = 'sk_test_storyrail', now = Date.now() } = options;
  const world = createWorld(now, { retryDays: [1, 3, 5, 7, 9], afterwards: 'canceled', ...options.dunning });
  const webhooks = createWebhooks(options.signsByItsTime ? () => world.now : Date.now);
  world.onEvent = webhooks.take;
  const troubles: StripeTrouble[] = [];
  const calls: StripeCall[] = [];
  const kept = new Map<string, Kept>();
  const hanging = new Set<ServerResponse>();
  let requests = 0;

  const perform = (request: IncomingMessage, path: string, form: string): { status: number; body: object } => {
    const { headers, method = 'GET' } = request;
    try {
      const given = keyOf(headers.authorization);
      if (given !== key)
        throw new StripeFault(401, {
          type: 'invalid_request_error',
          message: given ? `Invalid API Key provided: ${given.slice(0, 8)}****` : 'You did not provide an API key.',
        });
      if (headers['stripe-version'] && headers['stripe-version'] !== stripeVersion)
        throw invalid(`Invalid Stripe API version: ${headers['stripe-version']}`);
      return { status: 200, body: answerCall(world, method, path, parseForm(form)) };
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { status: error.status, body: { error: { ...error.body, request_log_url: `${world.url}/logs` } } };
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const sent = await readBody(request);
    const { method = 'GET', headers } = request;
    if (!url.pathname.startsWith('/v1/')) {
      const page = answerPage(world, url.pathname, method === 'POST' ? sent : null);
      response.writeHead(page?.status ?? 404, {
        'content-type': page?.type ?? 'text/plain',
        ...(page?.location ? { location: page.location } : {}),
      });
      return void response.end(page?.body ?? '');
    }
    const idempotency = method === 'POST' ? (headers['idempotency-key'] as string | undefined) : undefined;
    const trouble = isOfWrites(troubles[0]) && !idempotency ? undefined : troubles.shift();
    if (trouble === 'silent') return void hanging.add(response);
    if (trouble === 'refused') return void request.socket.destroy();
    requests += 1;
    const id = `req_${String(requests).padStart(14, '0')}`;
    const form = method === 'POST' ? sent : url.search.slice(1);
    const send = (status: number, text: string, more: Record<string, string> = {}) => {
      calls.push({ method, path: url.pathname, form, key: idempotency ?? null, status, answer: JSON.parse(text) });
      if (trouble === 'lost') return void request.socket.destroy();
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'request-id': id,
          'stripe-version': stripeVersion,
          ...(idempotency ? { 'idempotency-key': idempotency } : {}),
          ...more,
        })
        .end(text);
    };
    const fault = (status: number, error: object, more: Record<string, string> = {}) =>
      send(status, JSON.stringify({ error }), more);
    if (trouble === 'busy')
      return fault(
        429,
        { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
        { 'retry-after': '1', 'stripe-rate-limited-reason': 'global-rate' },
      );
    if (trouble === 'broken') return send(brokenAnswer.status, JSON.stringify(brokenAnswer.body));
    const asked = `${method} ${url.pathname} ${form}`;
    const before = idempotency ? kept.get(idempotency) : undefined;
    if (before && before.asked !== asked)
      return fault(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotency}' if you meant to execute a different request.`,
      });
    if (before)
      return send(before.status, before.text, { 'idempotent-replayed': 'true', 'original-request': before.id });
    world.request = { id, idempotency_key: idempotency ?? null };
    const done = trouble === 'kept' ? null : perform(request, url.pathname, form);
    const { status, body } = isOfWrites(trouble) || !done ? brokenAnswer : done;
    world.request = { id: null, idempotency_key: null };
    const text = JSON.stringify(body, null, 2);
    if (idempotency && isKept(status)) kept.set(idempotency, { asked, id, status, text });
    send(status, text);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      // A fault of the stand-in itself: the test that meets it should read why.
      response.writeHead(501).end(JSON.stringify({ error: { type: 'api_error', message: error.stack } }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  world.url = `http://127.0.0.1:${port}`;
  return {
    url: world.url,
    key,
    world,
    webhooks,
    /** Every call that was answered, in its order. */
    calls,
    /** How many calls it never answered. */
    unanswered: (): number => hanging.size,
    /** The time of the stand-in, unix milliseconds. */
    now: () => world.now,
    /** Lets this many milliseconds pass, with all that is due in them. */
    advance: (ms: number): void => letTimePass(world, world.now + ms),
    /** Lets time pass until a moment, unix milliseconds. */
    advanceTo: (ms: number): void => letTimePass(world, ms),
    /** Makes the next call, or the next ones, trouble. */
    trouble: (...next: StripeTrouble[]): void => void troubles.push(...next),
    /** Lets each charge of a method be refused from now on for a reason such as insufficient_funds; null lets them through again. */
    refuse(method: string, reason: string | null): void {
      if (reason === null) world.refusing.delete(method);
      else world.refusing.set(method, reason);
    },
    async close(): Promise<void> {
      for (const response of hanging) response.destroy();
      await webhooks.settled();
      await new Promise((closed) => server.close(closed).closeAllConnections());
    },
  };
};
export type StripeServer = Awaited<ReturnType<typeof openStripeServer>>;

/** The stand-in for as long as a test runs. */
export const startStripe = async (
  t: { teardown(work: () => Promise<void>): void },
  options: StripeOptions = {},
): Promise<StripeServer> => {
  const server = await openStripeServer(options);
  t.teardown(server.close);
  return server;
};
