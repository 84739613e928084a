import { type AccessRow, ofGroup, otherPeoples } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/n/analytics/overview': {
    reach: 'app',
    act: 'overview.view',
    scope: 'stats',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/analytics/first_view': { reach: 'own', act: 'stats.view', scope: 'stats', call: () => ({}) },
  'GET /api/analytics/live': {
    reach: 'app',
    act: 'overview.view',
    scope: 'stats',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/analytics/why': {
    reach: 'app',
    act: 'stats.view',
    call: ofGroup((id) => ({ query: { story_group_id: id, figure: 'reach' } })),
    except: otherPeoples,
  },
  ...Object.fromEntries(
    ['funnel', 'watch_steps', 'ways', 'versions'].map((question) => [
      `GET /api/analytics/${question}`,
      {
        reach: 'app',
        act: 'stats.view',
        scope: 'stats',
        call: ofGroup((id) => ({ query: { story_group_id: id } })),
        except: otherPeoples,
      },
    ]),
  ),
  'GET /api/analytics/hours': {
    reach: 'app',
    act: 'overview.view',
    scope: 'stats',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'POST /api/analytics/recount': {
    reach: 'app',
    act: 'overview.view',
    call: (w) => ({ body: { app_id: w.app.id, rule: { impression_seconds: 2 } } }),
  },
  'GET /api/analytics/returns': { reach: 'own', act: 'returns.view', scope: 'stats', call: () => ({}) },
  'GET /api/story_group/n/stats': {
    reach: 'app',
    act: 'stats.view',
    scope: 'stats',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story_group/n/stats/totals': {
    reach: 'app',
    act: 'stats.view',
    scope: 'stats',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story/stats': {
    reach: 'app',
    act: 'stats.view',
    scope: 'stats',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/story_group/n/interactive_stats': {
    reach: 'app',
    act: 'stats.view',
    scope: 'stats',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story_group/n/interactive_stats/totals': {
    reach: 'app',
    act: 'stats.view',
    scope: 'stats',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story/interactive_stats': {
    reach: 'app',
    act: 'stats.view',
    scope: 'stats',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/report': {
    reach: 'app',
    act: 'stats.view',
    login_as: false,
    scope: 'stats',
    call: async (w) => ({ query: { report_type: 'poll', story_id: (await w.story()).story } }),
  },
  'GET /api/mau/proofs': { reach: 'own', act: 'bill.view', call: () => ({}) },
  'GET /api/mau/proof/key': { reach: 'own', call: () => ({}) },
  ...Object.fromEntries(
    ['proof', 'proof/file', 'proof/viewer'].map((path) => [
      `GET /api/mau/${path}`,
      {
        reach: 'own',
        act: 'bill.view',
        done: 404,
        ...(path === 'proof/file' ? { login_as: false as const } : {}),
        call: () => ({ query: { period: '2026-01-01', ...(path === 'proof/viewer' ? { viewer_id: 'ada' } : {}) } }),
      },
    ]),
  ),
  'POST /api/mau/proof/recount': {
    reach: 'own',
    act: 'bill.view',
    done: 404,
    call: () => ({ body: { period: '2026-01-01' } }),
  },
  'GET /api/app/sdk_health': { reach: 'app', act: 'app.settings', call: (w) => ({ query: { app_id: w.app.id } }) },
  'GET /api/app/sdk_support': { reach: 'app', act: 'storyGroup.edit', call: (w) => ({ query: { app_id: w.app.id } }) },
};
export default rows;
