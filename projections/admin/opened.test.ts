import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import { recordRead } from '#kernel/http/record-access.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const get = (h: Harness, url: string, as: Person, query: Record<string, string> = {}) =>
  h.inject('GET', `/api/admin${url}`, { as, query });

t.test('reading and taking away', async (t) => {
  const h = await startHarness(t);
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros' });
  const nora = await h.person();

  await t.test(
    'what staff open or export stands in the audit of the account concerned, before it is sent',
    async (t) => {
      const zoe = await h.person({ firstname: 'Zoe', lastname: 'Park', email: 'zoe@zephyr.test' });
      const facts = async (as: Person) => {
        await h.caughtUp();
        const query = { action: 'AdminRead,DataExported', limit: '100' };
        return (await h.inject('GET', '/api/audit', { as, query })).json().data as AdminAuditRow[];
      };
      t.same(await facts(zoe), []);
      for (const [url, query] of [
        [`/user/${zoe.user_id}`, {}],
        ['/user', { filter: JSON.stringify({ id: zoe.user_id }) }],
        ['/event', { stream: `user-${zoe.user_id}` }],
        ['/event/state', { stream: `user-${zoe.user_id}` }],
        ['/audit', { actor_id: zoe.user_id }],
      ] as const)
        t.equal((await get(h, url, ines, query)).statusCode, 200);
      t.match(
        await facts(zoe),
        [
          {
            action: 'AdminRead',
            actor: { name: 'Ines Barros', type: 'staff' },
            sentence: "viewed a person's details",
            subject: { type: 'user', id: zoe.user_id, title: 'Zoe Park' },
            ip: '127.0.0.1',
          },
        ],
        'one row an hour for a person',
      );
      for (const [url, query] of [
        [`/account/${zoe.account_id}`, {}],
        ['/audit', { account_id: zoe.account_id }],
        ['/audit', { filter: JSON.stringify({ account_id: zoe.account_id }) }],
        ['/event', { stream: `account-${zoe.account_id}` }],
      ] as const)
        t.equal((await get(h, url, ines, query)).statusCode, 200);
      const opened = await facts(zoe);
      t.equal(opened.length, 2, 'one more for its history');
      t.match(opened[0], { sentence: "viewed the account's history", subject: { type: 'account' } });
      // Another process remembers nothing of it, but the log does.
      const request = { method: 'GET', principal: { user_id: ines.user_id, account_id: ines.account_id } };
      const whole = { ...request, id: uuidv7(), ip: '127.0.0.1', headers: {}, routeOptions: { config: {} } } as never;
      const history = { subject_type: 'account', subject_id: zoe.account_id, account_id: zoe.account_id } as const;
      await recordRead({ ...h.kernel }, whole, history);
      t.equal((await facts(zoe)).length, 2);
      await recordRead({ ...h.kernel, now: () => Date.now() + 3_700_000 }, whole, history);
      t.equal((await facts(zoe)).length, 3, 'an hour later it is a new fact');
      // A process that finds it there remembers when that was, not when it asked.
      let passed = 3_700_000 + 3_500_000;
      const other = { ...h.kernel, now: () => Date.now() + passed };
      await recordRead(other, whole, history);
      t.equal((await facts(zoe)).length, 3);
      passed += 200_000;
      await recordRead(other, whole, history);
      t.equal((await facts(zoe)).length, 4, 'an hour after the one before');
      await get(h, '/account', ines, { format: 'csv', account_id: zoe.account_id });
      t.match((await facts(zoe))[0], { sentence: 'exported accounts (1 row)' });
      await get(h, '/audit', ines, { format: 'csv', actor_id: zoe.user_id });
      t.match((await facts(zoe))[0]?.sentence, /^exported the audit log \(\d+ rows?\)$/);

      const filter = JSON.stringify({ email: 'zoe@zephyr', account_id: zoe.account_id });
      const users = await get(h, '/user', ines, { format: 'csv', filter });
      t.equal(users.body.trimEnd().split('\r\n').length, 2);
      const [taken] = await facts(zoe);
      t.match(taken, {
        sentence: 'exported users (1 row)',
        actor: { name: 'Ines Barros' },
        changes: [
          { field: 'rows', to: 1 },
          { field: 'filter by email', to: '(text)' },
          { field: 'filter by account', to: 'Marlow' },
        ],
      });
      const { rows } = await h.kernel.db.pool.query(`select data::text from event where type = 'DataExported'`);
      t.notMatch(JSON.stringify(rows), /zephyr/, 'what was looked for is not in the log');
      // Of all accounts: in the audit of whoever takes them.
      await get(h, '/account', ines, { format: 'csv' });
      await get(h, '/audit', ines, { format: 'csv' });
      t.match(
        (await facts(ines)).map((row) => row.sentence),
        [/^exported the audit log \(\d+ rows\)$/, /^exported accounts \(\d+ rows\)$/],
      );
      t.equal((await h.inject('HEAD', '/api/admin/user', { as: ines, query: { format: 'csv' } })).statusCode, 200);
      t.equal((await facts(ines)).length, 2, 'a HEAD takes nothing away');
      t.same(await facts(nora), []);
      for (const query of [{ format: 'csv' }, { format: 'csv', action: 'UserRegistered' }])
        t.equal(
          (await h.inject('GET', '/api/audit', { as: nora, query: query as Record<string, string> })).statusCode,
          200,
        );
      const { rows: own } = await h.kernel.db.pool.query(
        `select data from event where type = 'DataExported' and account_id = $1 order by ts, version`,
        [nora.account_id],
      );
      t.match(own, [
        { data: { user_id: nora.user_id, what: 'audit', filter: {} } },
        { data: { user_id: nora.user_id, what: 'audit', rows: 1, filter: { action: 'UserRegistered' } } },
      ]);
    },
  );

  await t.test('one person or account that a list was asked for was opened, too', async (t) => {
    const ana = await h.person();
    const facts = async () => {
      await h.caughtUp();
      const { body } = await h.inject('GET', '/api/audit', { as: ana, query: { action: 'AdminRead' } });
      return (JSON.parse(body).data as AdminAuditRow[]).map(({ sentence }) => sentence);
    };
    await get(h, '/user', ines, { filter: JSON.stringify({ id: [ana.user_id, ana.user_id] }) });
    t.same(await facts(), ["viewed a person's details"]);
    await get(h, '/account', ines, { account_id: ana.account_id, range: '[0,0]' });
    t.equal((await facts()).length, 2);
    const bea = await h.person();
    const viewed = async () => {
      await h.caughtUp();
      const { body } = await h.inject('GET', '/api/audit', { as: bea, query: { action: 'AdminRead' } });
      return (JSON.parse(body).data as AdminAuditRow[]).map(({ subject }) => subject.type);
    };
    await get(h, '/user', ines, { filter: '{}' });
    t.same(await viewed(), [], 'a list of all opens nobody');
    await get(h, '/user', ines, { filter: JSON.stringify({ q: bea.email }) });
    t.same(await viewed(), ['user'], 'whatever finds nobody else');
    await get(h, '/account', ines, { filter: JSON.stringify({ id: bea.account_id }) });
    t.same(await viewed(), ['account', 'user']);
  });

  await t.test('what cannot leave a fact behind is not sent', async (t) => {
    await h.asOwner(
      `create function public.refuse() returns trigger language plpgsql as 'begin raise exception ''full''; end'`,
    );
    await h.asOwner(`create trigger full_log before insert on event for each row execute function public.refuse()`);
    const answers = [await get(h, '/user', ines, { format: 'csv' }), await get(h, '/audit', ines, { format: 'csv' })];
    await h.asOwner('drop trigger full_log on event');
    for (const answer of answers) {
      t.equal(answer.statusCode, 500);
      t.notMatch(answer.body, nora.user_id);
    }
  });
});
