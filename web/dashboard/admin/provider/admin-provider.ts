import simpleRestProvider from 'ra-data-simple-rest';
import { combineDataProviders } from 'react-admin';
import { call } from '../../api/http.ts';
import { dataProvider } from '../../shell/data-provider.ts';

/** What react-admin may read in the admin area, by the path of its list. */
export const adminResources = { users: 'admin/user', accounts: 'admin/account' } as const;

/** The one client of the dashboard as ra-data-simple-rest wants it: the token is renewed, the envelope is opened. */
const readEnvelope = async (address: string, options: { method?: string; signal?: AbortSignal | null } = {}) => {
  const { method = 'GET', signal } = options;
  const { data, total } = await call<unknown>(method, address, signal ? { signal } : {});
  const headers = new Headers(total === undefined ? {} : { 'content-range': `rows */${total}` });
  return { status: 200, headers, body: '', json: data };
};

const adminLists = simpleRestProvider('', readEnvelope);

/** The lists of the admin area by simple REST, all else as everywhere in the dashboard. */
export const adminProvider = combineDataProviders((resource) =>
  resource.startsWith('admin/') ? adminLists : dataProvider,
);
