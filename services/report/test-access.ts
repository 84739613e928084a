import type { AccessFixtures } from '#ops/testing/access-fixtures.ts';
import type { AccessRow } from '#ops/testing/access-row.ts';

const wanted = (w: AccessFixtures) => ({
  name: 'Every Monday',
  rhythm: 'weekly',
  app_id: [w.app.id],
  recipients: [w.owner.user_id],
});
/** A report of the owner's. */
const made = async (w: AccessFixtures): Promise<{ id: string }> => {
  // A member runs ten at most.
  await w.ended('/api/report_schedule');
  return w.made('/api/report_schedule', wanted(w));
};

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/report_schedule': { reach: 'own', act: 'stats.view', call: () => ({}) },
  'POST /api/report_schedule': {
    reach: 'app',
    act: 'stats.view',
    login_as: false,
    call: (w) => ({ body: wanted(w) }),
  },
  // Nobody but the owner made or gets it.
  'DELETE /api/report_schedule': {
    reach: 'app',
    act: 'stats.view',
    login_as: false,
    call: async (w) => ({ body: await made(w) }),
    except: { app_owner: 404, story_creator: 404 },
  },
  'DELETE /api/report_schedule/recipient': {
    reach: 'app',
    act: 'stats.view',
    login_as: false,
    call: async (w) => ({ body: await made(w) }),
    except: { app_owner: 404, story_creator: 404 },
  },
};
export default rows;
