import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  adminAccountQuery,
  adminAccountRow,
  adminStats,
  adminStatsQuery,
  adminUserQuery,
  adminUserRow,
} from '#contracts/admin/admin.ts';
import { page, success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import { toSeconds } from '#contracts/time.ts';
import { type CsvColumns, sendCsv } from '#kernel/http/csv-answer.ts';
import { type Page, pageOf, setContentRange } from '#kernel/http/page.ts';
import { recordExport } from '#kernel/http/record-access.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { everything, inChunks } from '../list-query.ts';
import { accountsOfPeople, onlyAccount, recordAccountRead, recordPersonRead } from '../record-access.ts';
import { accountColumns, findAccounts, readAccounts } from './accounts.ts';
import { eventRoutes } from './event-routes.ts';
import { promoCodeListRoutes } from './promo-codes.ts';
import { daysOf, readStats } from './stats.ts';
import { findUsers, readUsers, userColumns } from './users.ts';

const policy = { caller: 'staff' } as const;
const tags = ['Admin'];
const seconds = (kernel: Pick<Kernel, 'now'>) => toSeconds(kernel.now());

/** A list of the admin: how its ids are found, its rows read, and its CSV written. */
interface Listed<R> {
  unit: 'user' | 'account';
  columns: CsvColumns<R>;
  /** Whether something was asked for: the list is not of all. */
  isNarrowed: boolean;
  /** The accounts that rows belong to, at most two of them. */
  accountsOf(ids: readonly string[]): Promise<readonly string[]>;
  find(page: Page): Promise<{ ids: string[]; total: number }>;
  read(ids: readonly string[]): Promise<R[]>;
  /** Records that one of them was read by itself. */
  recordRead(id: string): Promise<void>;
}

const answerList = async <R>(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  query: { format?: 'json' | 'csv' | undefined; filter?: object | undefined } & Parameters<typeof pageOf>[0],
  { unit, columns, isNarrowed, accountsOf, find, read, recordRead }: Listed<R>,
) => {
  if (query.format === 'csv') {
    const { ids } = await find(everything);
    const accounts = await accountsOf(ids);
    await recordExport(kernel, request, {
      what: `${unit}s`,
      rows: ids.length,
      filter: { ...query.filter },
      account_id: onlyAccount(accounts),
    });
    return sendCsv(reply, `${unit}s`, columns, inChunks(ids, read));
  }
  const asked = pageOf(query);
  const { ids, total } = await find(asked);
  // A filter that finds one thing shows it, whatever it names it by; leafing through a list does not.
  if (total === 1 && isNarrowed) for (const id of ids) await recordRead(id);
  const data = await read(ids);
  setContentRange(reply, unit, asked, data.length, total);
  return { data, total };
};

const one = <R>(found: readonly R[]): { data: R } => {
  if (!found[0]) throw new Refusal('NotFound');
  return { data: found[0] };
};
const hasFields = (filter: object | undefined): boolean => Object.keys(filter ?? {}).length > 0;
const byId = z.strictObject({ id });

const userRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/user',
    config: { policy },
    schema: {
      summary: 'List users',
      description: 'Use format=csv to download a file.',
      tags,
      querystring: adminUserQuery,
      response: { 200: page(adminUserRow) },
    },
    handler: async (request, reply) => {
      return answerList(kernel, request, reply, request.query, {
        unit: 'user',
        columns: userColumns,
        isNarrowed: hasFields(request.query.filter),
        accountsOf: (ids) => accountsOfPeople(kernel, ids),
        recordRead: (id) => recordPersonRead(kernel, request, id),
        find: (asked) => findUsers(kernel, request.query, asked, seconds(kernel)),
        read: (ids) => readUsers(kernel, ids, seconds(kernel)),
      });
    },
  });
  server.route({
    method: 'GET',
    url: '/api/admin/user/:id',
    config: { policy },
    schema: { summary: 'Retrieve a user', tags, params: byId, response: { 200: success(adminUserRow) } },
    handler: async (request) => {
      await recordPersonRead(kernel, request, request.params.id);
      return one(await readUsers(kernel, [request.params.id], seconds(kernel)));
    },
  });
};

const accountRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/account',
    config: { policy },
    schema: {
      summary: 'List accounts',
      description: 'Returns all accounts, or the one with account_id. Use format=csv to download a file.',
      tags,
      querystring: adminAccountQuery,
      response: { 200: z.union([page(adminAccountRow), success(adminAccountRow)]) },
    },
    handler: async (request, reply) => {
      const { account_id, ...query } = request.query;
      const read = (ids: readonly string[]) => readAccounts(kernel, ids, seconds(kernel));
      const record = (id: string) => recordAccountRead(kernel, request, id);
      if (account_id && !query.range && query.format !== 'csv') {
        await record(account_id);
        return one(await read([account_id]));
      }
      const filter = account_id ? { ...query.filter, id: account_id } : query.filter;
      return answerList(kernel, request, reply, query, {
        unit: 'account',
        columns: accountColumns,
        isNarrowed: hasFields(filter),
        accountsOf: async (ids) => ids.slice(0, 2),
        recordRead: record,
        find: (asked) => findAccounts(kernel, { filter, sort: query.sort }, asked, seconds(kernel)),
        read,
      });
    },
  });
  server.route({
    method: 'GET',
    url: '/api/admin/account/:id',
    config: { policy },
    schema: { summary: 'Retrieve an account', tags, params: byId, response: { 200: success(adminAccountRow) } },
    handler: async (request) => {
      await recordAccountRead(kernel, request, request.params.id);
      return one(await readAccounts(kernel, [request.params.id], seconds(kernel)));
    },
  });
};

/** What staff read: users, accounts, promo codes, the summary, and the log itself. */
export const adminReadRoutes: Routes = async (server, kernel) => {
  for (const add of [userRoutes, accountRoutes, promoCodeListRoutes, eventRoutes]) await add(server, kernel);
  server.route({
    method: 'GET',
    url: '/api/admin/stats',
    config: { policy },
    schema: {
      summary: 'Retrieve the summary',
      tags,
      querystring: adminStatsQuery,
      response: { 200: success(adminStats) },
    },
    handler: async (request) => {
      const now = seconds(kernel);
      return { data: await readStats(kernel, daysOf(request.query, now), now) };
    },
  });
};
