import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { type Act, may, type Permissions, type Role, roles } from '#contracts/roles.ts';
import { claim } from '#kernel/claims.ts';
import { load, runCommand, save } from '#kernel/command.ts';
import { accessToken } from '#kernel/http/server.ts';
import { keepPersonal, normalEmail } from '#kernel/personal.ts';
import { type Harness, type Person, startHarness } from './testing/harness.ts';
import { contextOf } from './testing/people.ts';

/** What a call addresses: the caller's own person or account, or a thing that belongs to an app. */
type Reach = 'own' | 'app';
interface Call {
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
}
interface Row {
  reach: Reach;
  act?: Act;
  /** Makes a fresh thing in the first app and the call that addresses it. */
  call: (w: World) => Promise<Call> | Call;
  /** What whoever may do it gets, where that is no 2xx. */
  done?: number;
  /** Roles whose answer is not what act and reach say, and what it is. */
  except?: Partial<Record<Role, number>>;
}
/** Somebody signed in: with a role for the app that is addressed, for another app of the account, or in another account. */
interface Caller {
  person: Person;
  held: Permissions;
  from: 'here' | 'other app' | 'other account';
  /** Staff who act as this person. */
  acting?: true;
}

const holding = (role: Role, app: string): Permissions => ({ [role]: role === 'account_owner' ? [] : [app] });

const makeWorld = async (h: Harness) => {
  const owner = await h.person();
  const stranger = await h.person();
  const addApp = async (as: Person, store_id: string) =>
    (await h.inject('POST', '/api/app', { as, body: { store_id, store_type: 'android', is_live: false } })).json().data;
  const app = await addApp(owner, 'com.first.app');
  const other = await addApp(owner, 'com.second.app');
  const foreign = await addApp(stranger, 'com.first.app');
  const icon = await h.media(owner.account_id);
  const callers: Record<string, Caller> = {};
  const add = async (role: Role, from: Caller['from'], account_id: string, appId: string) => {
    const held = holding(role, appId);
    const name = from === 'here' ? role : `${role} of ${from}`;
    callers[name] = { person: await h.person({ account_id, permissions: held }), held, from };
  };
  for (const role of roles) {
    if (role === 'account_owner') callers[role] = { person: owner, held: holding(role, app.id), from: 'here' };
    else {
      await add(role, 'here', owner.account_id, app.id);
      await add(role, 'other app', owner.account_id, other.id);
    }
    await add(role, 'other account', stranger.account_id, foreign.id);
  }
  const staff = await h.person({ staff: true, permissions: {} });
  callers.staff = { person: staff, held: {}, from: 'other account' };
  const { user_id } = owner;
  const { data: entered } = (
    await h.inject('POST', '/api/admin/user/login_as', { as: staff, body: { user_id } })
  ).json();
  const acting = { ...owner, token: entered.token as string };
  callers['staff as account_owner'] = { person: acting, held: { account_owner: [] }, from: 'here', acting: true };
  const start = Math.floor(h.kernel.now() / 1000);
  const group = async (status = 2): Promise<string> => {
    const body = { app_id: app.id, title: 'Summer', icon, ts_start: start, status };
    return (await h.inject('POST', '/api/n/story_group', { as: owner, body })).json().data.story_group_id;
  };
  const story = async (): Promise<{ group: string; story: string }> => {
    const story_group_id = await group();
    const body = { story_group_id, title: 'One', type: 1, media: icon, status: 2 };
    return {
      group: story_group_id,
      story: (await h.inject('POST', '/api/story', { as: owner, body })).json().data.story_id,
    };
  };
  let names = 0;
  const instance = async (): Promise<string> => {
    names += 1;
    const body = { app_id: app.id, title: `Instance ${names}` };
    return (await h.inject('POST', '/api/instance', { as: owner, body })).json().data.id;
  };
  /** An open invitation, made past the seats of the plan. */
  const invited = async (): Promise<string> => {
    names += 1;
    const email = `guest${names}@example.test`;
    const userId = uuidv7();
    await runCommand(h.kernel, contextOf(owner, h.kernel.now()), async (trx) => {
      await claim(trx, 'email', h.kernel.secrets.keyed('email', normalEmail(email)), userId);
      const data = {
        account_id: owner.account_id,
        email_ref: await keepPersonal(trx, userId, 'email', email),
        permissions: { app_owner: [app.id] },
        is_mobile: false,
      };
      await save(trx, await load(trx, `user-${userId}`), [{ type: 'InvitationSent', data }]);
      return { status: 201, data: null };
    });
    return email;
  };
  return { owner, app, icon, start, callers, group, story, instance, invited, next: () => ++names };
};
type World = Awaited<ReturnType<typeof makeWorld>>;

const ofGroup =
  (more: (id: string) => Call): Row['call'] =>
  async (w) =>
    more(await w.group());
const otherPeoples = { story_creator: 403 } as const;

/** Every route for signed-in callers. A route that is missing here fails the test below. */
const rows: Record<string, Row> = {
  'POST /api/logout': { reach: 'own', call: () => ({}) },
  'GET /api/user': { reach: 'own', call: () => ({}) },
  'PATCH /api/user': { reach: 'own', call: () => ({ body: { firstname: 'Nora' } }) },
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
  'GET /api/upload': { reach: 'own', act: 'media.upload', call: () => ({ query: { path: '/media/none' } }), done: 422 },
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
  'GET /api/mau': { reach: 'own', act: 'billing.view', call: () => ({}) },
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
const theirs = new Set([
  'POST /api/account/invite-user',
  'POST /api/account/cancel-invitation',
  'PUT /api/account/update-user-permission',
  'GET /api/report',
]);

const anyAccount: StaffCall = (w) => ({ query: { account_id: w.owner.account_id } });
const anyUser: StaffCall = (w) => ({ body: { user_id: w.callers.brodcaster!.person.user_id } });
type StaffCall = (w: World) => Call & { status?: number };
/** Every route for staff, with a call that staff may make. A route that is missing here fails the test below. */
const staffRows: Record<string, StaffCall> = {
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

/** What a caller is expected to get: a status, or `fine` for any 2xx. */
const expected = (name: string, row: Row, { held, from, acting }: Caller): number | 'fine' => {
  if (acting && theirs.has(name)) return 403;
  if (row.act && !may(held, row.act)) return 403;
  if (row.reach === 'app' && from !== 'here') return 404;
  const [role] = Object.keys(held) as Role[];
  return row.except?.[role!] ?? 'fine';
};

t.test('every route for every kind of caller', async (t) => {
  const h = await startHarness(t, { parts: false });
  h.kernel.stores = { byId: async () => null, byName: async () => [] };
  const table = h.server.routeTable.filter((route) => route.method !== 'HEAD' && route.method !== 'OPTIONS');
  const signedIn = table
    .filter((route) => route.policy.caller === 'user')
    .map((route) => `${route.method} ${route.url}`);
  const last = ['DELETE /api/app', 'POST /api/logout'];

  t.same(
    signedIn.filter((name) => !rows[name]),
    [],
    'no route is missing in the matrix',
  );
  t.same(
    Object.keys(rows).filter((name) => !signedIn.includes(name)),
    [],
    'the matrix has no route that is gone',
  );

  const w = await makeWorld(h);
  const { sub, sid, typ } = h.server.jwt.decode<{ sub: string; sid: string; typ: 'access' }>(w.owner.token)!;
  const expired = h.server.jwt.sign(
    { sub, sid, typ },
    { expiresIn: -10, ...({ iss: accessToken.iss, aud: accessToken.aud } as object) },
  );
  const gone = await h.signIn(w.owner.user_id, w.owner.account_id, w.owner.email);
  await h.kernel.db.pool.query('update session set ended_at = now() where id = $1', [gone.session_id]);
  const forged = h.server.jwt.sign({ sub, sid: uuidv7(), typ });
  const nobody: Record<string, string | null> = {
    anonymous: null,
    expired,
    'signed out': gone.token,
    forged,
    garbage: 'x.y.z',
  };

  await t.test('routes for staff let in staff alone, as themselves', async (t) => {
    const forStaff = table
      .filter((route) => route.policy.caller === 'staff')
      .map((route) => `${route.method} ${route.url}`);
    t.same([...forStaff].sort(), Object.keys(staffRows).sort(), 'the matrix has every route for staff');
    for (const name of forStaff) {
      const [method, url] = name.split(' ') as [string, string];
      const { path = url, status, ...call } = staffRows[name]!(w);
      for (const [who, token] of Object.entries(nobody))
        t.equal((await h.inject(method, path, { as: token, ...call })).statusCode, 401, `${name}: ${who}`);
      for (const [who, { person }] of Object.entries(w.callers)) {
        const answer = await h.inject(method, path, { as: person, ...call });
        const want = who === 'staff' ? (status ?? 200) : 403;
        t.equal(answer.statusCode, want, `${name}: ${who}: ${answer.body.slice(0, 200)}`);
      }
    }
  });

  for (const name of [...signedIn.filter((one) => !last.includes(one)), ...last]) {
    await t.test(name, async (t) => {
      const [method, url] = name.split(' ') as [string, string];
      const row = rows[name]!;
      for (const [who, token] of Object.entries(nobody)) {
        const { path = url, ...call } = await row.call(w);
        const answer = await h.inject(method, path, { as: token, ...call });
        t.equal(answer.statusCode, 401, who);
      }
      // An app is deleted only once, and by its owner.
      const names = Object.keys(w.callers).filter((who) => name !== 'DELETE /api/app' || !w.callers[who]!.acting);
      // Whoever may do it goes last: it can be done only once.
      names.sort((a, b) => Number(a === 'account_owner') - Number(b === 'account_owner'));
      for (const who of names) {
        const { path = url, ...call } = await row.call(w);
        const caller = w.callers[who]!;
        const answer = await h.inject(method, path, { as: caller.person, ...call });
        const want = expected(name, row, caller);
        if (want === 'fine' && row.done) t.equal(answer.statusCode, row.done, `${who}: let in`);
        else if (want === 'fine')
          t.ok(answer.statusCode < 300, `${who}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        else t.equal(answer.statusCode, want, `${who}: ${answer.body.slice(0, 200)}`);
      }
    });
  }

  await t.test('pages under /ops ask everybody for their cookie, and let nobody in by a token', async (t) => {
    const pages = table.filter((one) => one.policy.caller === 'ops');
    t.ok(pages.length > 30);
    for (const { method, url } of pages) {
      t.match(url, /^\/ops\//);
      const path = url.replace(/:\w+/g, 'effects').replace('*', 'nothing');
      for (const as of [null, ...Object.values(w.callers).map((one) => one.person)])
        t.equal((await h.inject(method, path, { as })).statusCode, 401, `${method} ${path}`);
    }
  });

  await t.test('routes without a session never ask for one and never fail', async (t) => {
    for (const route of table.filter((one) => !['user', 'staff', 'ops'].includes(one.policy.caller))) {
      const url = route.url
        .replace(':instance_token', 'x'.repeat(48))
        .replace(':key', 'nothing')
        .replace('*', 'nothing');
      for (const as of [null, w.owner]) {
        const answer = await h.inject(route.method, url, { as, ...(route.method === 'GET' ? {} : { body: {} }) });
        t.ok(answer.statusCode < 500, `${route.method} ${url}: ${answer.statusCode}`);
        if (route.policy.caller !== 'invited') t.not(answer.statusCode, 401, `${route.method} ${url}`);
        t.not(answer.statusCode, 403, `${route.method} ${url}`);
      }
    }
  });
});
