import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/app/n/list': { reach: 'own', act: 'app.view', scope: 'read', call: () => ({}) },
  'POST /api/app': {
    reach: 'own',
    act: 'app.add',
    call: (w) => ({ body: { store_id: `com.new.app${w.next()}`, store_type: 'ios', is_live: false } }),
  },
  'GET /api/app/find': { reach: 'own', act: 'app.add', call: () => ({ query: { store_id: 'id5' } }) },
  'POST /api/app/settings': {
    reach: 'app',
    act: 'app.settings',
    call: (w) => ({ body: { app_id: w.app.id, app_intent: `first${w.next()}://` } }),
  },
  // The stores here have no app; whoever may ask is told so.
  'GET /api/app/sync': {
    reach: 'app',
    act: 'app.settings',
    call: (w) => ({ query: { app_id: w.app.id } }),
    done: 422,
  },
  'POST /api/app/sync': {
    reach: 'app',
    act: 'app.settings',
    call: (w) => ({ body: { app_id: w.app.id } }),
    done: 422,
  },
  'POST /api/app/import': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => ({ body: { app_id: w.app.id, import: [await w.group()] } }),
  },
  'DELETE /api/app': {
    reach: 'app',
    act: 'app.delete',
    call: async (w) => ({ body: { app_id: w.app.id } }),
  },
  'POST /api/instance': {
    reach: 'app',
    act: 'instance.manage',
    call: (w) => ({ body: { app_id: w.app.id, title: `New ${w.next()}` } }),
  },
  'PATCH /api/instance': {
    reach: 'app',
    act: 'instance.manage',
    call: async (w) => ({ body: { instance_id: await w.instance(), title: `Renamed ${w.next()}` } }),
  },
  'DELETE /api/instance': {
    reach: 'app',
    act: 'instance.manage',
    call: async (w) => ({ body: { instance_id: await w.instance() } }),
  },
};
export default rows;
