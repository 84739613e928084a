import type { AccessFixtures } from '#ops/testing/access-fixtures.ts';
import type { AccessRow } from '#ops/testing/access-row.ts';

const fresh = async (w: AccessFixtures): Promise<string> =>
  (await w.made('/api/note', { app_id: w.app.id, words: 'Monday' })).id;

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/note': { reach: 'app', act: 'app.view', scope: 'read', call: (w) => ({ query: { app_id: w.app.id } }) },
  'POST /api/note': {
    reach: 'app',
    act: 'app.settings',
    call: (w) => ({ body: { app_id: w.app.id, words: 'Monday' } }),
  },
  'PATCH /api/note': {
    reach: 'app',
    act: 'app.settings',
    call: async (w) => ({ body: { note_id: await fresh(w), words: 'Tuesday' } }),
  },
  'DELETE /api/note': { reach: 'app', act: 'app.settings', call: async (w) => ({ body: { note_id: await fresh(w) } }) },
};
export default rows;
