import type { FastifyRequest } from 'fastify';
import {
  featuresAnswer,
  featuresBody,
  loginAsAnswer,
  loginAsBody,
  loginAsSeconds,
  opsSessionAnswer,
  premiumAnswer,
  premiumBody,
  premiumQuery,
  verificationAnswer,
  verificationBody,
  verificationQuery,
} from '#contracts/admin/admin.ts';
import { success } from '#contracts/api/envelope.ts';
import type { Features } from '#contracts/api/plans.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { opsCookie } from '#kernel/http/ops-session.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { loginAsToken } from '#kernel/sessions/tokens.ts';
import { accessRoutes } from './access/routes.ts';
import { loginAs, setFeatures, setPremium, setVerified } from './commands.ts';
import { ownerRoutes } from './owner/routes.ts';
import { sdkReleaseRoutes } from './sdk-release/routes.ts';

const policy = { caller: 'staff' } as const;
const tags = ['Admin'];
// A HEAD must not change anything.
const changingGet = { method: 'GET', exposeHeadRoute: false } as const;

const premiumRoutes: Routes = (server, kernel) => {
  const change = (request: FastifyRequest, { account_id, is_premium }: { account_id: string; is_premium: boolean }) =>
    runCommand(kernel, commandContext(request, kernel), (trx) =>
      setPremium(trx, principalOf(request), account_id, is_premium),
    );
  const response = { 200: success(premiumAnswer) };
  server.route({
    ...changingGet,
    url: '/api/admin/account/premium',
    config: { policy },
    schema: { summary: 'Turn premium on or off for an account', tags, querystring: premiumQuery, response },
    handler: async (request, reply) => sendAnswer(reply, await change(request, request.query)),
  });
  server.route({
    method: 'POST',
    url: '/api/admin/account/premium',
    config: { policy, command: true },
    schema: { summary: 'Turn premium on or off for an account', tags, body: premiumBody, response },
    handler: async (request, reply) => sendAnswer(reply, await change(request, request.body)),
  });
};

const verificationRoutes: Routes = (server, kernel) => {
  const change = (request: FastifyRequest, given: { user_id: string; verified?: boolean | undefined }) =>
    runCommand(kernel, commandContext(request, kernel), (trx) =>
      setVerified(trx, principalOf(request), given.user_id, given.verified),
    );
  const response = { 200: success(verificationAnswer) };
  server.route({
    ...changingGet,
    url: '/api/admin/user/verification',
    config: { policy },
    schema: { summary: 'Verify or unverify a user', tags, querystring: verificationQuery, response },
    handler: async (request, reply) => sendAnswer(reply, await change(request, request.query)),
  });
  server.route({
    method: 'POST',
    url: '/api/admin/user/verification',
    config: { policy, command: true },
    schema: { summary: 'Verify or unverify a user', tags, body: verificationBody, response },
    handler: async (request, reply) => sendAnswer(reply, await change(request, request.body)),
  });
};

const loginAsRoutes: Routes = (server, kernel) => {
  const enter = async (request: FastifyRequest, userId: string) => {
    const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
      status: 200,
      data: await loginAs(trx, principalOf(request), userId),
    }));
    const { session_id, ts_end, user } = data;
    return { data: { token: loginAsToken(server, userId, session_id), expires_in: loginAsSeconds, ts_end, user } };
  };
  const response = { 200: success(loginAsAnswer) };
  const summary = 'Log in as a user for 30 minutes';
  server.route({
    ...changingGet,
    url: '/api/admin/user/login_as',
    config: { policy, noStore: true },
    schema: { summary, tags, querystring: loginAsBody, response },
    handler: (request) => enter(request, request.query.user_id),
  });
  server.route({
    method: 'POST',
    url: '/api/admin/user/login_as',
    config: { policy, noStore: true },
    schema: { summary, tags, body: loginAsBody, response },
    handler: (request) => enter(request, request.body.user_id),
  });
};

/** What staff change about accounts and users, acting as somebody, and the cookie that opens /ops. */
export const adminRoutes: Routes = async (server, kernel) => {
  for (const add of [premiumRoutes, verificationRoutes, loginAsRoutes, accessRoutes, ownerRoutes, sdkReleaseRoutes])
    await add(server, kernel);
  server.route({
    method: 'POST',
    url: '/api/admin/account/features',
    config: { policy, command: true },
    schema: {
      summary: 'Set the extra features of an account',
      description: 'Replaces the features that staff turned on for the account.',
      tags,
      body: featuresBody,
      response: { 200: success(featuresAnswer) },
    },
    handler: async (request, reply) => {
      const { account_id, manual_features } = request.body;
      const answer = await runCommand(kernel, commandContext(request, kernel), (trx) =>
        setFeatures(trx, principalOf(request), account_id, manual_features as Features),
      );
      return sendAnswer(reply, answer);
    },
  });
  server.route({
    method: 'POST',
    url: '/api/ops/session',
    config: { policy, noStore: true },
    schema: {
      summary: 'Open the /ops pages for 10 minutes',
      tags,
      response: { 200: success(opsSessionAnswer) },
    },
    handler: async (request, reply) => {
      const { header, ts_end } = opsCookie(kernel, principalOf(request));
      reply.header('set-cookie', header);
      return { data: { ts_end } };
    },
  });
};
