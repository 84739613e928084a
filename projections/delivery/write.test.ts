import t from 'tap';
import { initialApp } from '#contracts/app/state.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp } from '#ops/testing/owner-with-app.ts';
import { writeTouched } from './write.ts';

t.test('an app with many instances is written by as many statements as one with few', async (t) => {
  const statements = async (count: number): Promise<number> => {
    let made = 0;
    const query = async () => {
      made += 1;
      return { rows: [] };
    };
    const instances = Array.from({ length: count }, (_, at) => ({
      ...{ id: `i${at}`, title: `Instance ${at}`, token: `t${at}`, is_default: at === 0 },
    }));
    await writeTouched({ client: { query } } as never, {
      accounts: new Map(),
      apps: new Map([['a', { ...initialApp('a'), phase: 'live', instances }]]),
      groups: new Map(),
      orders: new Map(),
      tokens: new Set(),
    });
    return made;
  };
  t.equal(await statements(100), await statements(2));
});

t.test('a change of one instance leaves the rows of the others alone', async (t) => {
  const h = await startHarness(t);
  const w = await ownerWithApp(h);
  const add = async (title: string): Promise<string> =>
    (await w.call('POST', '/instance', { app_id: w.app_id, title })).json().data.id;
  const [beta, gamma] = [await add('Beta'), await add('Gamma')];
  const rows = async () => {
    await h.caughtUp();
    const { rows } = await h.kernel.db.pool.query<{ id: string; title: string; row: string; delivered: string }>(
      `select i.id, i.title, i.xmin::text as row, d.xmin::text as delivered, i.position
         from instance i join delivery_instance d on d.instance_id = i.id where i.app_id = $1 order by i.position`,
      [w.app_id],
    );
    return rows;
  };
  const before = await rows();
  t.same(
    before.map((one) => one.id),
    [w.instance_id, beta, gamma],
  );
  t.equal((await w.call('PATCH', '/instance', { id: beta, title: 'Bergen' })).statusCode, 200);
  const after = await rows();
  t.equal(after[1]!.title, 'Bergen');
  t.not(after[1]!.row, before[1]!.row);
  for (const at of [0, 2]) t.same(after[at], before[at]);
  t.equal(after[1]!.delivered, before[1]!.delivered, 'viewers see no names of instances');
  const settings = { app_id: w.app_id, app_intent: 'shop' };
  t.equal((await w.call('POST', '/app/settings', settings)).statusCode, 200);
  const set = await rows();
  t.ok(set.every((one, at) => one.row === after[at]!.row && one.delivered !== after[at]!.delivered));
});
