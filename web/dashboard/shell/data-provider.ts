import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import { call } from '../api/http.ts';

// Only what is read as a list is a resource; changes have a method per verb beside the component that makes them.
const lists: Record<string, { path: string; query?: Record<string, string | number> }> = {
  app: { path: '/app/n/list', query: { limit: 10000, with_story_groups: 'True' } },
  team: { path: '/account/users' },
};

async function readAll<Row extends RaRecord>(resource: string, signal?: AbortSignal): Promise<Row[]> {
  const list = lists[resource];
  if (!list) throw new Error(`There is no list named ${resource}.`);
  const { data } = await call<Row[]>('GET', list.path, {
    ...(list.query ? { query: list.query } : {}),
    ...(signal ? { signal } : {}),
  });
  return data;
}

function pageOf<Row>(rows: Row[], { pagination }: Partial<GetListParams>): Row[] {
  if (!pagination) return rows;
  const start = (pagination.page - 1) * pagination.perPage;
  return rows.slice(start, start + pagination.perPage);
}

async function refuse(): Promise<never> {
  throw new Error('Changes are made by their own commands.');
}

/** What react-admin may read: the apps and the team. Changes go through the product's own commands. */
export const dataProvider: DataProvider = {
  getList: async <Row extends RaRecord>(resource: string, params: GetListParams & { signal?: AbortSignal }) => {
    const rows = await readAll<Row>(resource, params.signal);
    return { data: pageOf(rows, params), total: rows.length };
  },
  getOne: async <Row extends RaRecord>(resource: string, params: { id: Row['id'] }) => {
    const row = (await readAll<Row>(resource)).find((one) => one.id === params.id);
    if (!row) throw new Error('This does not exist, or it is not yours.');
    return { data: row };
  },
  getMany: async <Row extends RaRecord>(resource: string, params: { ids: Row['id'][] }) => ({
    data: (await readAll<Row>(resource)).filter((one) => params.ids.includes(one.id)),
  }),
  getManyReference: async <Row extends RaRecord>(
    resource: string,
    params: GetListParams & { target: string; id: RaRecord['id'] },
  ) => {
    const rows = (await readAll<Row>(resource)).filter((one) => one[params.target] === params.id);
    return { data: pageOf(rows, params), total: rows.length };
  },
  create: refuse,
  update: refuse,
  updateMany: refuse,
  delete: refuse,
  deleteMany: refuse,
};
