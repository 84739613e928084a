import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/upload': {
    reach: 'own',
    act: 'storyGroup.edit',
    login_as: false,
    call: () => ({ query: { path: '/media/none' } }),
    done: 422,
  },
  'POST /api/upload': { reach: 'own', act: 'media.upload', scope: 'content', call: () => ({ body: {} }), done: 415 },
};
export default rows;
