import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import { download, downloadMade } from '../../api/download.ts';
import { call } from '../../api/http.ts';
import { type AdminResource, adminLists } from './admin-lists.ts';
import { type SendAct, type StaffActs, staffActs, type TakeFile } from './staff-acts.ts';
import { type StaffReads, staffReads } from './staff-reads.ts';

function routeOf(resource: string): string {
  const list = adminLists[resource as AdminResource];
  if (!list) throw new Error(`The admin area has no list named ${resource}.`);
  return list.route;
}

/** The one client of the dashboard as ra-data-simple-rest wants it, which only reads; rows are out of their envelope. */
const throughClient = async (address: string, { signal }: RequestInit = {}) => {
  const { data, total } = await call<unknown>('GET', address, signal ? { signal } : {});
  const headers = new Headers(total === undefined ? {} : { 'content-range': `rows */${total}` });
  return { status: 200, headers, body: '', json: data };
};

const rest = simpleRestProvider('', throughClient);
const send: SendAct = (route, body, key) => call('POST', `/${route}`, { body, idempotencyKey: key });

const takeFile: TakeFile = (route, body, key) => downloadMade(`/${route}`, body, key);

const refuse = async (): Promise<never> => {
  throw new Error('Staff change things by acts, each a method of its own.');
};

/** Asks a list for all its rows as the server's CSV, which it records as an export: they are one record, a `CsvRecord`. */
export const asCsv = { format: 'csv' } as const;

/** All rows of a list as a file. */
export interface CsvRecord extends RaRecord {
  file: Blob;
}

const csvOf = async (resource: string, { filter, sort }: GetListParams): Promise<CsvRecord> => ({
  id: resource,
  file: await download(`/${routeOf(resource)}`, {
    filter: JSON.stringify(filter ?? {}),
    ...(sort ? { sort: JSON.stringify([sort.field, sort.order]) } : {}),
    ...asCsv,
  }),
});

/** What the admin area reads and does; every change that staff make is a method of it. */
export interface AdminProvider extends DataProvider, StaffReads, StaffActs {}

/** Lists of the admin area by simple REST, what else staff read, and their acts. */
export const adminProvider: AdminProvider = {
  supportAbortSignal: true,
  getList: async <Row extends RaRecord>(resource: string, params: GetListParams) =>
    params.meta?.format === asCsv.format
      ? { data: [(await csvOf(resource, params)) as RaRecord as Row], total: 1 }
      : rest.getList<Row>(routeOf(resource), params),
  getOne: async (resource, params) => rest.getOne(routeOf(resource), params),
  getMany: async (resource, params) => rest.getMany(routeOf(resource), params),
  getManyReference: async (resource, params) => rest.getManyReference(routeOf(resource), params),
  ...staffReads,
  ...staffActs(send, takeFile),
  create: refuse,
  update: refuse,
  updateMany: refuse,
  delete: refuse,
  deleteMany: refuse,
};
