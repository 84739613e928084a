import type { Act, Role } from '#contracts/roles.ts';
import type { AccessFixtures } from './access-fixtures.ts';

/** What a call addresses: the caller's own person or account, or a thing that belongs to an app. */
type Reach = 'own' | 'app';
export interface MatrixCall {
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
}
export interface AccessRow {
  reach: Reach;
  act?: Act;
  /** Makes a fresh thing in the first app and the call that addresses it. */
  call: (w: AccessFixtures) => Promise<MatrixCall> | MatrixCall;
  /** What whoever may do it gets, where that is no 2xx. */
  done?: number;
  /** Roles whose answer is not what act and reach say, and what it is. */
  except?: Partial<Record<Role, number>>;
}
const ofGroup =
  (more: (id: string) => MatrixCall): AccessRow['call'] =>
  async (w) =>
    more(await w.group());
const otherPeoples = { story_creator: 403 } as const;

/** Every route for signed-in callers. A route that is missing here fails ops/testing/product/access.test.ts. */
export const accessRows: Record<string, AccessRow> = {
  'POST /api/logout': { reach: 'own', call: () => ({}) },
  'GET /api/user': { reach: 'own', call: () => ({}) },
  'PATCH /api/user': { reach: 'own', call: () => ({ body: { firstname: 'Nora' } }) },
  // The people here have no password: whoever may show one is told so.
  'POST /api/user/confirm': { reach: 'own', call: () => ({ body: { password: 'correct horse' } }), done: 422 },
  'GET /api/account': { reach: 'own', act: 'account.view', call: () => ({}) },
  'PATCH /api/account': { reach: 'own', act: 'account.change', call: () => ({ body: { name: 'Marlow' } }) },
  'GET /api/account/profile': { reach: 'own', act: 'account.view', call: () => ({}) },
  'PUT /api/account/profile': {
    reach: 'own',
    act: 'account.change',
    call: () => ({ body: { data: { plan: 'growth' } } }),
  },
  'GET /api/account/users': { reach: 'own', act: 'team.view', call: () => ({}) },
  'POST /api/account/invite-user': {
    reach: 'app',
    act: 'team.view',
    call: (w) => ({ body: { emails: [`g${w.next()}@example.test`], role: 'story_creator', apps: [w.app.id] } }),
    // All seats are taken here; whoever may invite is told so.
    done: 409,
  },
  'POST /api/account/cancel-invitation': {
    reach: 'app',
    act: 'team.manage',
    call: async (w) => ({ body: { email: await w.invited() } }),
  },
  'PUT /api/account/update-user-permission': {
    reach: 'app',
    act: 'team.manage',
    call: (w) => ({ body: { email: w.callers.brodcaster!.person.email, permissions: { brodcaster: [w.app.id] } } }),
  },
  'GET /api/payment/plan': { reach: 'own', call: () => ({}) },
  'GET /api/audit': { reach: 'own', act: 'audit.view', call: () => ({}) },
  'GET /api/upload': {
    reach: 'own',
    act: 'storyGroup.edit',
    call: () => ({ query: { path: '/media/none' } }),
    done: 422,
  },
  'POST /api/upload': { reach: 'own', act: 'media.upload', call: () => ({ body: {} }), done: 415 },
  'GET /api/app/n/list': { reach: 'own', act: 'app.view', call: () => ({}) },
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
    call: async (w) => ({ body: { app_id: w.app.id, import: [await w.group()] } }),
  },
  'GET /api/permission/app/:id': {
    reach: 'app',
    act: 'team.view',
    call: (w) => ({ path: `/api/permission/app/${w.app.id}` }),
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
  'GET /api/search': { reach: 'own', act: 'app.view', call: () => ({ query: { q: 'a' } }) },
  'GET /api/n/story_group': {
    reach: 'app',
    act: 'storyGroup.view',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/segment': { reach: 'app', act: 'storyGroup.view', call: (w) => ({ query: { app_id: w.app.id } }) },
  'GET /api/story_group/deleted': {
    reach: 'app',
    act: 'storyGroup.view',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story_group/detail': {
    reach: 'app',
    act: 'storyGroup.view',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/story_group/as_of': {
    reach: 'app',
    act: 'storyGroup.view',
    call: ofGroup((id) => ({ query: { story_group_id: id, version: '1' } })),
    except: otherPeoples,
  },
  'GET /api/story_group/history': {
    reach: 'app',
    act: 'storyGroup.view',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
    except: otherPeoples,
  },
  'POST /api/n/story_group': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: (w) => ({ body: { app_id: w.app.id, title: 'Winter', icon: w.icon, ts_start: w.start } }),
  },
  'PATCH /api/n/story_group': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ body: { story_group_id: id, title: 'Autumn' } })),
    except: otherPeoples,
  },
  'DELETE /api/story_group': {
    reach: 'app',
    act: 'storyGroup.publish',
    call: ofGroup((id) => ({ body: { story_group_id: id } })),
  },
  'PATCH /api/story_group/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ body: { story_groups: [{ id, status: 1 }] } })),
    except: otherPeoples,
  },
  'DELETE /api/story_group/multiple': {
    reach: 'app',
    act: 'storyGroup.publish',
    call: ofGroup((id) => ({ body: { story_groups: id } })),
  },
  'POST /api/story_group/sort': {
    reach: 'app',
    act: 'storyGroup.arrange',
    call: async (w) => ({ body: { app_id: w.app.id, instance_id: w.app.instances[0].id, order: [await w.group()] } }),
  },
  'GET /api/story_group/pin': {
    reach: 'app',
    act: 'storyGroup.arrange',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'POST /api/story_group/pin': {
    reach: 'app',
    act: 'storyGroup.arrange',
    call: ofGroup((id) => ({ body: { story_group_id: id } })),
  },
  'POST /api/story_group/restore': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ body: { story_group_id: id, version: 1 } })),
    except: otherPeoples,
  },
  'GET /api/story_group/restore': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ query: { story_group_id: id, version: '1' } })),
    except: otherPeoples,
  },
  'GET /api/story': {
    reach: 'app',
    act: 'storyGroup.view',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'POST /api/story': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { story_group_id: await w.group(), title: 'Two', type: 1, media: w.icon } }),
    except: otherPeoples,
  },
  'PATCH /api/story': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { story_id: (await w.story()).story, title: 'Three' } }),
    except: otherPeoples,
  },
  'DELETE /api/story': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { story_id: (await w.story()).story } }),
    except: otherPeoples,
  },
  'POST /api/story/sort': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => {
      const made = await w.story();
      return { body: { story_group_id: made.group, order: [made.story] } };
    },
    except: otherPeoples,
  },
  'POST /api/story/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({
      body: { stories: [{ story_group_id: await w.group(), title: 'Two', type: 1, media: w.icon }] },
    }),
    except: otherPeoples,
  },
  'PATCH /api/story/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { stories: [{ id: (await w.story()).story, title: 'Three' }] } }),
    except: otherPeoples,
  },
  'DELETE /api/story/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { stories: [(await w.story()).story] } }),
    except: otherPeoples,
  },
  'GET /api/n/analytics/overview': {
    reach: 'app',
    act: 'overview.view',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/analytics/live': {
    reach: 'app',
    act: 'overview.view',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/analytics/why': {
    reach: 'app',
    act: 'stats.view',
    call: ofGroup((id) => ({ query: { story_group_id: id, figure: 'reach' } })),
    except: otherPeoples,
  },
  'POST /api/analytics/recount': {
    reach: 'app',
    act: 'overview.view',
    call: (w) => ({ body: { app_id: w.app.id, rule: { impression_seconds: 2 } } }),
  },
  'GET /api/mau': { reach: 'own', act: 'mau.view', call: () => ({}) },
  'GET /api/story_group/n/stats': { reach: 'app', act: 'stats.view', call: (w) => ({ query: { app_id: w.app.id } }) },
  'GET /api/story/stats': {
    reach: 'app',
    act: 'stats.view',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/story_group/n/interactive_stats': {
    reach: 'app',
    act: 'stats.view',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story/interactive_stats': {
    reach: 'app',
    act: 'stats.view',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/report': {
    reach: 'app',
    act: 'stats.view',
    call: async (w) => ({ query: { report_type: 'poll', story_id: (await w.story()).story } }),
  },
  'GET /api/app/sdk_health': { reach: 'app', act: 'app.settings', call: (w) => ({ query: { app_id: w.app.id } }) },
};

/** What staff leave to the person as whom they are signed in. */
export const notForStaff = new Set([
  'POST /api/user/confirm',
  'GET /api/upload',
  'POST /api/account/invite-user',
  'POST /api/account/cancel-invitation',
  'PUT /api/account/update-user-permission',
  'GET /api/report',
]);

const anyAccount: StaffCall = (w) => ({ query: { account_id: w.owner.account_id } });
const anyUser: StaffCall = (w) => ({ body: { user_id: w.callers.brodcaster!.person.user_id } });
type StaffCall = (w: AccessFixtures) => MatrixCall & { status?: number };
/** Every route for staff, with a call that staff may make. A route that is missing here fails ops/testing/product/access.test.ts. */
export const staffRows: Record<string, StaffCall> = {
  'GET /api/admin/user': () => ({}),
  'GET /api/admin/user/:id': (w) => ({ path: `/api/admin/user/${w.owner.user_id}` }),
  'GET /api/admin/account': anyAccount,
  'GET /api/admin/account/:id': (w) => ({ path: `/api/admin/account/${w.owner.account_id}` }),
  'GET /api/admin/stats': () => ({}),
  'GET /api/admin/audit': anyAccount,
  'GET /api/admin/event': (w) => ({ query: { stream: `account-${w.owner.account_id}` } }),
  'GET /api/admin/event/state': (w) => ({ query: { stream: `account-${w.owner.account_id}` } }),
  'GET /api/admin/projection': () => ({}),
  'GET /api/admin/projection/parked': () => ({}),
  'POST /api/admin/projection/redrive': (w) => ({
    body: { projection: 'audit', stream: `account-${w.owner.account_id}` },
  }),
  'POST /api/admin/projection/rebuild': () => ({ body: { projection: 'nothing' }, status: 404 }),
  'GET /api/admin/account/premium': (w) => ({ query: { account_id: w.owner.account_id, is_premium: '0' } }),
  'POST /api/admin/account/premium': (w) => ({ body: { account_id: w.owner.account_id, is_premium: false } }),
  'POST /api/admin/account/features': (w) => ({ body: { account_id: w.owner.account_id, manual_features: {} } }),
  'GET /api/admin/user/verification': (w) => ({ query: { user_id: w.owner.user_id, verified: '1' } }),
  'POST /api/admin/user/verification': (w) => ({ body: { user_id: w.owner.user_id, verified: true } }),
  'GET /api/admin/user/login_as': (w) => ({ query: { user_id: w.owner.user_id } }),
  'POST /api/admin/user/login_as': anyUser,
  'POST /api/ops/session': () => ({}),
};
