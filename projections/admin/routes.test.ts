import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AdminAccountRow, AdminStats, AdminUserRow } from '#contracts/admin/admin.ts';
import type { ProjectionRow } from '#contracts/admin/admin-log.ts';
import { seedAccounts } from '#ops/testing/admin-accounts.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';

const day = 86_400;
const get = (h: Harness, url: string, as: Person, query: Record<string, string> = {}) =>
  h.inject('GET', `/api/admin${url}`, { as, query });
const list = async <R>(h: Harness, url: string, as: Person, asked: Record<string, unknown> = {}) => {
  const query = Object.fromEntries(
    Object.entries(asked).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const answer = await get(h, url, as, query);
  const body = answer.json() as { data: R[]; total: number; code?: string };
  return { ...body, status: answer.statusCode, contentRange: answer.headers['content-range'] };
};
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

t.test('users, accounts and the summary for staff', async (t) => {
  const h = await startHarness(t, { parts: false });
  const now = Math.floor(Date.now() / 1000);
  const { ines, nora, kim, zoe, quill } = await seedAccounts(h);
  const names: Record<string, string> = Object.fromEntries(
    Object.entries({ ines, nora, kim, zoe, quill }).map(([name, person]) => [person.user_id, name]),
  );
  const users = (asked: Record<string, unknown> = {}) => list<AdminUserRow>(h, '/user', ines, asked);
  const who = async (filter: object) => (await users({ filter })).data.map((row) => names[row.id]).sort();

  await t.test('a user row says all that the table shows', async (t) => {
    const { data } = await users({ filter: { id: nora.user_id } });
    t.match(data[0], {
      id: nora.user_id,
      account_id: nora.account_id,
      email: 'nora@marlow.test',
      firstname: 'Nora',
      lastname: 'Åberg',
      company_name: 'Marlow AB',
      country: 'SE',
      employee_size: '1-9',
      type: 1,
      roles: ['account_owner'],
      payment_status: 2,
      premium: 0,
      status: 1,
      verified: 1,
      state: 'active',
      invited: 0,
      settings: { is_mobile: false },
      total_apps: 1,
      total_story_groups: 2,
      total_stories: 4,
    });
    t.ok(Math.abs(data[0]!.ts_registration - now) < 60 && Math.abs(data[0]!.ts_login! - now) < 60);
    t.match((await users({ filter: { id: zoe.user_id } })).data[0], {
      profile: { app_id: 'id1', store_type: 'ios', already_created: true },
    });
    t.same((await get(h, `/user/${nora.user_id}`, ines)).json().data, data[0]);
    t.equal((await get(h, `/user/${uuidv7()}`, ines)).statusCode, 404);
  });

  await t.test('every filter of users', async (t) => {
    const cases: [object, string[]][] = [
      [{}, ['ines', 'kim', 'nora', 'quill', 'zoe']],
      [{ id: [nora.user_id, zoe.user_id, uuidv7()] }, ['nora', 'zoe']],
      [{ q: 'ÅBERG' }, ['nora']],
      [{ q: 'åberg' }, ['nora']],
      [{ lastname: 'åB' }, ['nora']],
      [{ q: 'marlow.test' }, ['kim', 'nora']],
      [{ q: 'zephyr' }, ['zoe']],
      [{ email: 'NORA@' }, ['nora']],
      [{ email: '_%@' }, ['zoe']],
      [{ email: '%' }, ['zoe']],
      [{ firstname: 'kim' }, ['kim']],
      [{ lastname: 'barros' }, ['ines']],
      [{ company_name: 'marlow ab' }, ['kim', 'nora']],
      [{ country: 'PT' }, ['zoe']],
      [{ employee_size: '1-9' }, ['kim', 'nora']],
      [{ account_id: nora.account_id }, ['kim', 'nora']],
      [{ type: 2 }, ['ines']],
      [{ type: 1 }, ['kim', 'nora', 'quill', 'zoe']],
      [{ role: 'story_creator' }, ['kim']],
      [{ payment_status: 0 }, ['zoe']],
      [{ payment_status: 2 }, ['ines', 'kim', 'nora']],
      [{ payment_status: 9 }, ['quill']],
      [{ premium: 1 }, ['zoe']],
      [{ status: 2 }, ['quill']],
      [{ verified: 0 }, ['zoe']],
      [{ state: 'pending' }, ['zoe']],
      [{ state: 'deleted' }, ['quill']],
      [{ state: 'active', country: 'SE' }, ['kim', 'nora']],
      [{ store_type: 'ios' }, ['zoe']],
      [{ already_created: true }, ['zoe']],
      [{ ts_registration_lte: now - day }, ['kim']],
      [{ ts_registration_gte: now - day, country: 'SE' }, ['nora', 'quill']],
      [{ ts_login_gte: now - day, type: 2 }, ['ines']],
      [{ ts_login_lte: now - day }, []],
      [{ total_apps_gte: 1 }, ['kim', 'nora']],
      [{ total_apps_lte: 0, type: 2 }, ['ines']],
      [{ total_story_groups_gte: 2, total_story_groups_lte: 2 }, ['kim', 'nora']],
      [{ total_stories_gte: 5 }, []],
    ];
    for (const [filter, want] of cases) t.same(await who(filter), want, JSON.stringify(filter));
  });

  await t.test('every sort of users, both ways', async (t) => {
    for (const field of [
      'id',
      'email',
      'firstname',
      'lastname',
      'company_name',
      'country',
      'employee_size',
      'type',
      'account_id',
      'payment_status',
      'status',
      'verified',
      'ts_registration',
      'ts_login',
      'total_apps',
      'total_story_groups',
      'total_stories',
    ]) {
      const up = (await users({ sort: [field, 'ASC'] })).data.map((row) => row[field as keyof AdminUserRow]);
      const down = (await users({ sort: [field, 'DESC'] })).data.map((row) => row[field as keyof AdminUserRow]);
      const filled = (values: unknown[]) => values.filter((value) => value !== null);
      t.equal(up.length, 5);
      t.same(filled(up), filled(down).reverse(), field);
      const numbers = filled(up).filter((value): value is number => typeof value === 'number');
      t.same(
        numbers,
        [...numbers].sort((a, b) => a - b),
        `${field} rises`,
      );
      t.equal(up.slice(0, filled(up).length).includes(null as never), false, `${field}: nothing comes last`);
    }
    const states = async (direction: string) =>
      (await users({ sort: ['state', direction] })).data.map((row) => row.state);
    const sorted = ['deleted', 'pending', 'active', 'active', 'active'];
    t.same(await states('ASC'), sorted, 'deleted, pending, active');
    t.same(await states('DESC'), [...sorted].reverse());
    const byMail = (await users({ sort: ['email', 'ASC'] })).data.map((row) => names[row.id]);
    t.same(byMail, ['ines', 'kim', 'nora', 'quill', 'zoe']);
  });

  await t.test('pages, by range as react-admin asks, or by limit and offset', async (t) => {
    const sort = ['email', 'ASC'];
    const all = ids((await users({ sort })).data);
    const first = await users({ sort, range: [0, 1] });
    t.same(ids(first.data), all.slice(0, 2));
    t.equal(first.total, 5);
    t.equal(first.contentRange, 'user 0-1/5');
    const last = await users({ sort, range: [4, 13] });
    t.same(ids(last.data), all.slice(4));
    t.equal(last.contentRange, 'user 4-4/5');
    t.equal((await users({ sort, range: [10, 19] })).contentRange, 'user */5');
    t.same(ids((await users({ sort, limit: 2, offset: 2 })).data), all.slice(2, 4));
  });

  await t.test('what cannot be read is refused by field', async (t) => {
    const wrong: Record<string, string>[] = [
      { filter: '{' },
      { filter: '{"moon":1}' },
      { filter: '{"type":"1"}' },
      { filter: '{"q":"\\u0000"}' },
      { filter: '{"country":"\\u0000"}' },
      { filter: '{"employee_size":"\\u0000"}' },
      { filter: '{"id":["x"]}' },
      { sort: '["password","ASC"]' },
      { sort: '["id","up"]' },
      { range: '[0,1000]' },
      { range: '[5,2]' },
      { range: '[-1,2]' },
      { limit: '1001' },
      { surprise: '1' },
    ];
    for (const query of wrong) t.equal((await get(h, '/user', ines, query)).statusCode, 422, JSON.stringify(query));
  });

  await t.test('a file of all users that the filters find, without formulas', async (t) => {
    const query = { format: 'csv', sort: '["email","ASC"]', range: '[0,1]' };
    const file = await get(h, '/user', ines, query);
    t.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
    t.match(file.headers['content-disposition'], /users\.csv/);
    const lines = file.body.trimEnd().split('\r\n');
    t.equal(lines.length, 6, 'a file has no pages');
    t.match(lines[0], /^id,email,firstname,lastname,company_name,country,/);
    t.match(lines[4], /q@quill\.test,"'=cmd",/);
    const few = await get(h, '/user', ines, { format: 'csv', filter: '{"country":"PT"}' });
    t.equal(few.body.trimEnd().split('\r\n').length, 2);
  });

  const accounts = (asked: Record<string, unknown> = {}) => list<AdminAccountRow>(h, '/account', ines, asked);

  await t.test('accounts: the list, one, and every filter and sort', async (t) => {
    const { account_id } = nora;
    const one = await get(h, '/account', ines, { account_id });
    t.match(one.json().data, {
      id: account_id,
      name: 'Marlow AB',
      plan: 'growth',
      payment_status: 2,
      premium: 0,
      seats: 4,
      owner: { id: nora.user_id, name: 'Nora Åberg', email: 'nora@marlow.test', verified: 1 },
      total_users: 2,
      total_apps: 1,
      total_instances: 1,
      total_story_groups: 2,
      total_stories: 4,
    });
    t.same((await get(h, `/account/${account_id}`, ines)).json(), one.json());
    t.equal((await get(h, '/account', ines, { account_id: uuidv7() })).statusCode, 404);
    const listed = await accounts({ account_id, range: [0, 9] });
    t.same([listed.total, ids(listed.data), listed.contentRange], [1, [account_id], 'account 0-0/1']);
    const found = async (filter: object) => (await accounts({ filter })).data.map((row) => row.name).sort();
    const cases: [object, string[]][] = [
      [{}, ['Marlow', 'Marlow AB', 'Quill', 'Zephyr']],
      [{ id: [account_id] }, ['Marlow AB']],
      [{ q: 'nora' }, ['Marlow AB']],
      [{ q: 'quill' }, ['Quill']],
      [{ name: 'marlow' }, ['Marlow', 'Marlow AB']],
      [{ owner_email: 'zephyr' }, ['Zephyr']],
      [{ country: 'SE' }, ['Marlow AB', 'Quill']],
      [{ employee_size: '250+' }, ['Zephyr']],
      [{ payment_status: 9 }, ['Quill']],
      [{ premium: 1 }, ['Zephyr']],
      [{ ts_created_gte: now + day }, []],
      [{ ts_created_lte: now + day }, ['Marlow', 'Marlow AB', 'Quill', 'Zephyr']],
      [{ trial_ends_lte: now }, ['Quill']],
      [{ total_users_gte: 2 }, ['Marlow AB']],
      [{ total_users_lte: 0 }, ['Quill']],
      [{ total_apps_gte: 1 }, ['Marlow AB']],
      [{ total_story_groups_gte: 1 }, ['Marlow AB']],
      [{ total_stories_lte: 3, country: 'PT' }, ['Zephyr']],
    ];
    for (const [filter, want] of cases) t.same(await found(filter), want, JSON.stringify(filter));
    for (const field of [
      'id',
      'name',
      'country',
      'employee_size',
      'payment_status',
      'owner_email',
      'ts_created',
      'ts_updated',
      'trial_ends',
      'total_users',
      'total_apps',
      'total_story_groups',
      'total_stories',
    ]) {
      const value = (row: AdminAccountRow) =>
        field === 'owner_email' ? (row.owner?.email ?? '') : row[field as keyof AdminAccountRow];
      const up = (await accounts({ sort: [field, 'ASC'] })).data.map(value).filter((one) => one !== null);
      const down = (await accounts({ sort: [field, 'DESC'] })).data.map(value).filter((one) => one !== null);
      t.same(up, down.reverse(), field);
    }
    const file = await get(h, '/account', ines, { format: 'csv' });
    t.equal(file.body.trimEnd().split('\r\n').length, 5);
  });

  await t.test('what filters by payment status is what the account is told', async (t) => {
    for (const [person, status] of [
      [nora, 2],
      [zoe, 0],
    ] as const)
      t.equal((await h.inject('GET', '/api/account', { as: person })).json().data.payment_status, status);
    for (const row of (await accounts()).data) {
      const { total, data } = await accounts({ filter: { payment_status: row.payment_status, id: row.id } });
      t.equal(total, 1);
      t.equal(data[0]?.premium, row.payment_status === 0 ? 1 : 0);
    }
  });

  await t.test('the summary counts what is there and what was new on each day', async (t) => {
    const stats = (await get(h, '/stats', ines)).json().data as AdminStats;
    t.same(stats.users, { total: 5, active: 3, pending: 1, deleted: 1, staff: 1 });
    t.match(stats.accounts, { total: 4, premium: 1, by_payment_status: { 0: 1, 2: 2, 9: 1 } });
    t.match(stats.accounts.by_country, { SE: 2, PT: 1 });
    t.same([stats.apps.total, stats.instances.total], [1, 1]);
    t.same(stats.story_groups, { total: 2, active: 2 });
    t.same(stats.stories, { total: 4, active: 4 });
    t.equal(stats.daily.length, 30);
    const today = stats.daily.at(-1)!;
    t.match(today, { date: new Date(now * 1000).toISOString().slice(0, 10), accounts: 4, story_groups: 2, stories: 4 });
    t.equal(today.users, 4);
    t.equal(stats.daily.at(-11)?.users, 1);
    const range = { ts_start: String(now - 2 * day), ts_end: String(now) };
    t.equal((await get(h, '/stats', ines, range)).json().data.daily.length, 3);
    t.equal((await get(h, '/stats', ines, { ts_start: '0', ts_end: String(now) })).statusCode, 422);
    t.equal((await get(h, '/stats', ines, { ts_start: String(now), ts_end: '5' })).statusCode, 422);
  });

  await t.test('the totals of a user count what that person may see', async (t) => {
    const { account_id, user_id } = nora;
    const { rows } = await h.kernel.db.pool.query('select id from app where account_id = $1', [account_id]);
    const first = rows[0].id;
    await seedScene(h, nora);
    const totals = async (person: Person) => {
      const [row] = (await users({ filter: { id: person.user_id } })).data;
      return [row!.total_apps, row!.total_story_groups, row!.total_stories];
    };
    t.same(await totals(nora), [2, 3, 6]);
    t.same(await totals(kim), [1, 2, 4], 'a creator of one app');
    t.same(
      (await users({ filter: { account_id, total_apps_gte: 2 } })).data.map((row) => row.id),
      [user_id],
    );
    const set = (person: Person, permissions: object) =>
      h.kernel.db.pool.query('update member set permissions = $2 where id = $1', [person.user_id, permissions]);
    await set(kim, { brodcaster: [first] });
    t.same(await totals(kim), [1, 0, 0], 'a broadcaster sees no groups');
    await set(kim, { app_owner: [first, uuidv7()], brodcaster: [first] });
    t.same(await totals(kim), [1, 2, 4]);
    await set(kim, { story_creator: [first] });
    await h.kernel.db.pool.query(`update app set deleted = true where account_id = $1 and id <> $2`, [
      account_id,
      first,
    ]);
    t.same(await totals(quill), [0, 0, 0]);
  });

  await t.test('nobody but staff is let in', async (t) => {
    for (const url of ['/user', `/user/${kim.user_id}`, '/account', '/stats', '/audit', '/event', '/projection']) {
      t.equal((await get(h, url, nora)).statusCode, 403, url);
      t.equal((await get(h, url, kim)).json().code, 'PermissionDenied');
      t.equal((await h.inject('GET', `/api/admin${url}`)).statusCode, 401);
    }
  });

  await t.test('a read model that nobody keeps up is behind by the whole log', async (t) => {
    const { rows } = await h.kernel.db.pool.query<{ n: number; ts: number }>(
      'select count(*)::int as n, min(ts) as ts from event',
    );
    const age = () => (Date.now() - rows[0]!.ts) / 1000;
    const least = age();
    const audit = (await list<ProjectionRow>(h, '/projection', ines)).data.find((row) => row.name === 'audit')!;
    t.equal(audit.behind, rows[0]!.n);
    t.ok(audit.lag! > least - 2 && audit.lag! < age() + 2, `${audit.lag!} s`);
  });
});
