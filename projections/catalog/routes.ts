import { z } from 'zod';
import { accountRow } from '#contracts/account/rows.ts';
import { countries } from '#contracts/api/countries.ts';
import { page, success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { id, queryFlag, queryInt } from '#contracts/api/ids.ts';
import { plans } from '#contracts/api/plans.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { may, visibleApps } from '#contracts/api/roles.ts';
import { appRow } from '#contracts/app/rows.ts';
import { storyGroupQuery, storyGroupRow } from '#contracts/story-group/rows.ts';
import { storyRow } from '#contracts/story-group/story-rows.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { membersWithoutFactor } from '#contracts/user/factor-rows.ts';
import { teamMemberRow, userRow } from '#contracts/user/rows.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { demoAccount } from '#kernel/http/demo-account.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Place, requirePlace } from '../place.ts';
import { appPeopleRoutes } from './app-routes.ts';
import { createAppList } from './apps.ts';
import { listGroups } from './groups.ts';
import { createStamps, isUnchanged, sendText } from './list-stamp.ts';
import { listTeam, readAccount, readUser } from './people.ts';
import { referralLink, referralListRoutes } from './referral-routes.ts';
import { countPassedBounds, listStories } from './stories.ts';
import { findWithoutFactor } from './without-factor.ts';

const seconds = (kernel: Pick<Kernel, 'now'>) => toSeconds(kernel.now());

/** The one id that a query names under two names; both given must be equal. */
const oneId = (path: string, ...given: (string | undefined)[]): string | undefined => {
  const named = [...new Set(given.filter((value) => value !== undefined))];
  if (named.length > 1) throw invalidField(path, storyGroupWords.idsDiffer);
  return named[0];
};

/** The apps whose groups somebody may look at; null means all of the account. */
export const appsWithGroups = ({ permissions }: Principal): string[] | null =>
  visibleApps(permissions)?.filter((app) => may(permissions, 'storyGroup.view', app)) ?? null;

const oneGroup = async (kernel: Pick<Kernel, 'config' | 'db'>, principal: Principal, groupId: string, place: Place) => {
  const { rows } = await listGroups(kernel.db, kernel.config.MEDIA_URL, {
    account_id: principal.account_id,
    apps: visibleApps(principal.permissions),
    ids: [groupId],
    app_id: place.app_id,
    instance_id: place.instance_id,
    limit: 1,
    offset: 0,
  });
  const group = rows[0];
  if (!group) throw new Refusal('NotFound');
  requireAct(principal, 'storyGroup.view', group.app_id);
  return group;
};

/** What the catalog answers with out of another read model. */
export interface FromElsewhere {
  /** The newest unread notification of somebody at `now` (unix seconds), as a sentence. */
  newestNotification(
    kernel: Pick<Kernel, 'config' | 'db'>,
    principal: Principal,
    now: UnixSeconds,
  ): Promise<string | null>;
}

const ownUser =
  ({ newestNotification }: FromElsewhere): Routes =>
  (server, kernel) => {
    server.route({
      method: 'GET',
      url: '/api/user',
      config: { policy: { caller: 'user', login_as: true } },
      schema: { summary: 'Retrieve the current user', tags: ['Users'], response: { 200: success(userRow) } },
      handler: async (request) => {
        const [principal, now] = [principalOf(request), seconds(kernel)];
        const [user, message] = await Promise.all([
          readUser(kernel.db, principal, now, kernel.config),
          newestNotification(kernel, principal, now),
        ]);
        return { data: { ...user, notification: { message } } };
      },
    });
  };

const people: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/account/otp',
    config: { policy: { caller: 'user', act: 'account.change', login_as: true } },
    schema: {
      summary: 'See who has no second factor',
      description:
        'Returns how many members would have to set one up at their next sign-in, and up to five of their names.',
      tags: ['Second factors'],
      response: { 200: success(membersWithoutFactor) },
    },
    handler: async (request) => ({ data: await findWithoutFactor(kernel.db, principalOf(request).account_id) }),
  });
  server.route({
    method: 'GET',
    url: '/api/account',
    config: { policy: { caller: 'user', act: 'account.view', login_as: true } },
    schema: { summary: 'Retrieve the account', tags: ['Account'], response: { 200: success(accountRow) } },
    handler: async (request, reply) => {
      const found = await readAccount(kernel.db, principalOf(request).account_id, seconds(kernel));
      const { CONTACT_EMAIL, CREATOR_APP_URLS } = kernel.config;
      const creator_app = { ios: CREATOR_APP_URLS?.ios ?? null, android: CREATOR_APP_URLS?.android ?? null };
      const filling = found.id === demoAccount && kernel.demo.filling;
      const { referral_token: code } = found;
      const referral_link = code && referralLink(kernel.config, code);
      const row = { ...found, contact_email: CONTACT_EMAIL ?? null, creator_app, referral_link, filling };
      reply.header('etag', `"${row.version}"`);
      return { data: row };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/account/users',
    config: { policy: { caller: 'user', act: 'team.view', login_as: true } },
    schema: {
      summary: 'List members, open invitations and deleted members',
      tags: ['Team'],
      response: { 200: page(teamMemberRow) },
    },
    handler: async (request) => {
      const rows = await listTeam(kernel.db, principalOf(request).account_id, seconds(kernel));
      return { data: rows, total: rows.length };
    },
  });
};

const lists: Routes = (server) => {
  server.route({
    method: 'GET',
    url: '/api/countries',
    config: { policy: { caller: 'anyone' } },
    schema: {
      summary: 'List countries',
      tags: ['Account'],
      response: { 200: success(z.array(z.object({ code: z.string(), name: z.string() }))) },
    },
    handler: async () => ({ data: countries() }),
  });
  server.route({
    method: 'GET',
    url: '/api/payment/plan',
    config: { policy: { caller: 'user', login_as: true } },
    schema: {
      summary: 'List plans',
      tags: ['Plans'],
      response: { 200: success(z.array(z.looseObject({ id: z.string() }))) },
    },
    handler: async () => ({ data: plans.map((plan) => ({ ...plan })) }),
  });
};

const appList: Routes = (server, kernel) => {
  const { MEDIA_URL } = kernel.config;
  const stampOf = createStamps(kernel.db);
  const listApps = createAppList(kernel.db, MEDIA_URL);
  server.route({
    method: 'GET',
    url: '/api/app/n/list',
    config: { policy: { caller: 'user', act: 'app.view', login_as: true, scope: 'read' } },
    schema: {
      summary: 'List apps with their instances',
      tags: ['Apps'],
      querystring: z.strictObject({
        limit: queryInt(1, 10_000).optional(),
        offset: queryInt(0, 1_000_000).optional(),
        with_story_groups: queryFlag.optional(),
      }),
      response: { 200: page(appRow) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { account_id, permissions } = principal;
      const { limit = 100, offset = 0, with_story_groups = false } = request.query;
      const wanted = {
        account_id,
        apps: visibleApps(permissions),
        with_story_groups,
        group_apps: appsWithGroups(principal),
        limit,
        offset,
      };
      if (isUnchanged(request, reply, await stampOf({ account_id }), [wanted, MEDIA_URL])) return reply;
      return sendText(reply, await listApps(wanted));
    },
  });
};

const groupReads: Routes = (server, kernel) => {
  const stampOf = createStamps(kernel.db);
  server.route({
    method: 'GET',
    url: '/api/n/story_group',
    config: { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } },
    schema: {
      summary: 'List story groups',
      description: 'Returns the story groups of an app, or the one with story_group_id.',
      tags: ['Story groups'],
      querystring: storyGroupQuery,
      response: {
        200: success(z.union([z.array(storyGroupRow), storyGroupRow])).extend({ total: z.int().optional() }),
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { app_id, instance_id, status, label, limit = 100, offset = 0, ...named } = request.query;
      const groupId = oneId('story_group_id', named.story_group_id, named.id);
      if (groupId) {
        const group = await oneGroup(kernel, principal, groupId, { app_id, instance_id });
        reply.header('etag', `"${group.version}"`);
        return { data: group };
      }
      await requirePlace(kernel.db, principal, { app_id, instance_id });
      const { account_id } = principal;
      const wanted = {
        account_id,
        apps: appsWithGroups(principal),
        app_id,
        instance_id,
        statuses: status?.split(',').map(Number),
        label,
        limit,
        offset,
      };
      const { MEDIA_URL } = kernel.config;
      const place = { account_id, app_id, instance_id };
      if (isUnchanged(request, reply, await stampOf(place), [wanted, MEDIA_URL])) return reply;
      const { rows, total } = await listGroups(kernel.db, MEDIA_URL, wanted);
      return { data: rows, total };
    },
  });
  const groupId = z.strictObject({ story_group_id: id.optional(), id: id.optional(), app_id: id.optional() });
  server.route({
    method: 'GET',
    url: '/api/story_group/detail',
    config: { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } },
    schema: {
      summary: 'Retrieve a story group with its stories',
      tags: ['Story groups'],
      querystring: groupId,
      response: { 200: success(storyGroupRow) },
    },
    handler: async (request, reply) => {
      const wanted = oneId('story_group_id', request.query.story_group_id, request.query.id);
      if (!wanted) throw invalidField('story_group_id', storyGroupWords.groupNeeded);
      const group = await oneGroup(kernel, principalOf(request), wanted, request.query);
      reply.header('etag', `"${group.version}"`);
      return { data: { ...group, stories: await listStories(kernel, group.id) } };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/story',
    config: { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } },
    schema: {
      summary: 'List the stories of a group',
      tags: ['Stories'],
      querystring: groupId,
      response: { 200: page(storyRow) },
    },
    handler: async (request, reply) => {
      const wanted = oneId('story_group_id', request.query.story_group_id, request.query.id);
      if (!wanted) throw invalidField('story_group_id', storyGroupWords.groupNeeded);
      const group = await oneGroup(kernel, principalOf(request), wanted, request.query);
      const stamp = `${group.id}:${group.version}:${await countPassedBounds(kernel, group.id)}`;
      if (isUnchanged(request, reply, stamp, kernel.config.MEDIA_URL)) return reply;
      const rows = await listStories(kernel, group.id);
      return { data: rows, total: rows.length };
    },
  });
};

/** Reads of current state: people, account, apps, groups, stories, and the two fixed lists. */
export const catalogRoutes =
  (from: FromElsewhere): Routes =>
  async (server, kernel) => {
    for (const add of [ownUser(from), people, lists, referralListRoutes, appList, appPeopleRoutes, groupReads])
      await add(server, kernel);
  };
