import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, SortPayload } from 'react-admin';
import { call, download, type Envelope, newKey } from '../../api/http.ts';
import { type SendAct, type StaffActs, staffActs } from './staff-acts.ts';

const routes = { users: 'admin/user', accounts: 'admin/account' } as const;
/** The lists of the admin area, named like their addresses. */
export type AdminResource = keyof typeof routes;

function routeOf(resource: string): string {
  const route = routes[resource as AdminResource];
  if (!route) throw new Error(`The admin area has no list named ${resource}.`);
  return route;
}

/** The one client of the dashboard as ra-data-simple-rest wants it; what is read is out of its envelope, acts are in it. */
const throughClient = async (address: string, { method = 'GET', body, signal }: RequestInit = {}) => {
  const answer = await call<unknown>(method, address, {
    ...(signal ? { signal } : {}),
    ...(typeof body === 'string' ? { body: JSON.parse(body), idempotencyKey: newKey() } : {}),
  });
  const headers = new Headers(answer.total === undefined ? {} : { 'content-range': `rows */${answer.total}` });
  return { status: 200, headers, body: '', json: method === 'GET' ? answer.data : answer };
};

const rest = simpleRestProvider('', throughClient);
const send: SendAct = async <Data>(route: string, data: object) =>
  (await rest.create(route, { data })).data as unknown as Envelope<Data>;

const refuse = async (): Promise<never> => {
  throw new Error('Staff change things by acts, each a method of its own.');
};

/** What a list shows: its filter and its order. */
export interface ListAsked {
  filter: Record<string, unknown>;
  sort: SortPayload;
}

/** What the admin area reads and does; every change that staff make is a method of it. */
export interface AdminProvider extends DataProvider, StaffActs {
  /** All rows of a list as the server's CSV, which it records as an export. */
  exportList(resource: string, shown: ListAsked): Promise<Blob>;
}

/** Lists of the admin area by simple REST, and the acts of staff. */
export const adminProvider: AdminProvider = {
  supportAbortSignal: true,
  getList: async (resource, params) => rest.getList(routeOf(resource), params),
  getOne: async (resource, params) => rest.getOne(routeOf(resource), params),
  getMany: async (resource, params) => rest.getMany(routeOf(resource), params),
  getManyReference: async (resource, params) => rest.getManyReference(routeOf(resource), params),
  exportList: async (resource, { filter, sort }) =>
    download(`/${routeOf(resource)}`, {
      filter: JSON.stringify(filter),
      sort: JSON.stringify([sort.field, sort.order]),
      format: 'csv',
    }),
  ...staffActs(send),
  create: refuse,
  update: refuse,
  updateMany: refuse,
  delete: refuse,
  deleteMany: refuse,
};
