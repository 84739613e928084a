import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '#contracts/api/limits.ts';
import type { ReportRow } from '#contracts/report/rows.ts';
import { evolveReport, initialReport } from '#contracts/report/state.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { decideDelivery, decideNewReport, decideReportEnd, type NewReport, type NewReportFacts } from './decide.ts';

const app = uuidv7();
const group = uuidv7();
const [nora, emil, mei] = [uuidv7(), uuidv7(), uuidv7()];
const owner = { user_id: nora, account_id: 'a', permissions: { account_owner: [] } };
const member = (id: string, permissions: object) =>
  ({ id, phase: 'member', verified: true, disabled: false, permissions }) as const;
const facts: NewReportFacts = {
  things: [
    { kind: 'apps', id: app, app_id: app },
    { kind: 'groups', id: group, app_id: app },
  ],
  team: [
    member(nora, { account_owner: [] }),
    member(emil, { app_owner: [app] }),
    member(mei, { app_owner: ['other'] }),
  ],
  running: { all: 0, own: 0 },
};
const wanted: NewReport = {
  name: 'Shop',
  rhythm: 'weekly',
  apps: [app],
  instances: [],
  groups: [group],
  recipients: [nora, emil],
};

t.test('the rules of a report', async (t) => {
  const made = decideNewReport(owner, wanted, facts);
  const { groups, apps, instances, recipients, name, rhythm } = wanted;
  const data = { account_id: 'a', user_id: nora, name, rhythm, apps, instances, groups, recipients };
  t.same(made, [{ type: 'ReportScheduled', data }]);
  const refusedNew = (code: string, change: Partial<NewReport>, given: Partial<NewReportFacts> = {}, by: object = {}) =>
    t.throws(() => decideNewReport({ ...owner, ...by }, { ...wanted, ...change }, { ...facts, ...given }), { code });
  refusedNew('NotFound', { apps: [uuidv7()] });
  refusedNew('NotFound', { apps: [app, uuidv7()] });
  refusedNew('NotFound', { instances: [uuidv7()] });
  refusedNew('NotFound', {}, { things: [facts.things[0]!, { ...facts.things[1]!, app_id: uuidv7() }] });
  refusedNew('NotFound', {}, {}, { permissions: { app_owner: [uuidv7()] } });
  refusedNew('PermissionDenied', {}, {}, { permissions: { brodcaster: [app] } });
  refusedNew('Invalid', { recipients: [uuidv7()] });
  refusedNew('Invalid', { recipients: [nora, mei] });
  for (const change of [{ phase: 'invited' }, { verified: false }, { disabled: true }] as const)
    refusedNew('Invalid', {}, { team: [facts.team[0]!, { ...facts.team[1]!, ...change }] });
  refusedNew('ReportLimitReached', {}, { running: { all: limits.reports, own: 0 } });
  refusedNew('ReportLimitReached', {}, { running: { all: limits.ownReports, own: limits.ownReports } });
  t.equal(decideNewReport(owner, wanted, { ...facts, running: { all: 49, own: 9 } }).length, 1);

  const running = made.reduce(evolveReport, initialReport('r'));
  const by = (user_id: string, more: object = {}) => ({
    ...owner,
    user_id,
    permissions: { app_owner: [app] },
    ...more,
  });
  t.same(decideReportEnd(by(nora), running), [{ type: 'ReportEnded', data: {} }], 'who made it');
  t.same(decideReportEnd({ ...owner, user_id: mei }, running).length, 1, 'an owner');
  t.throws(() => decideReportEnd(by(emil), running), { code: 'PermissionDenied' }, 'who only gets it');
  t.throws(() => decideReportEnd(by(mei), running), { code: 'NotFound' });
  t.throws(() => decideReportEnd({ ...owner, account_id: 'b' }, running), { code: 'NotFound' });

  const left = decideDelivery(running, emil, false).reduce(evolveReport, running);
  t.same(left.left, [emil]);
  t.same(decideDelivery(left, emil, false), [], 'again');
  t.same(decideDelivery(running, emil, true), []);
  t.same(decideDelivery(left, emil, true).reduce(evolveReport, left), running);
  t.throws(() => decideDelivery(running, mei, true), { code: 'NotFound' }, 'nobody comes in by themself');
  t.throws(() => decideReportEnd(by(emil), left), { code: 'NotFound' });
  const ended = evolveReport(running, { type: 'ReportEnded', data: {} });
  t.throws(() => decideReportEnd(owner, ended), { code: 'NotFound' });
  t.throws(() => decideDelivery(ended, emil, false), { code: 'NotFound' });
});

const list = async (h: Harness, as: Person): Promise<ReportRow[]> =>
  (await h.inject('GET', '/api/report_schedule', { as })).json().data;

t.test('reports are scheduled, listed and ended', async (t) => {
  const now = Date.parse('2026-11-26T12:00:00Z');
  const h = await startHarness(t, { parts: false, now: () => now });
  const nora = await h.person({ firstname: 'Nora', lastname: 'Lind' });
  const scene = await seedScene(h, nora);
  const { account_id } = nora;
  const permissions = { app_owner: [scene.app_id] };
  const emil = await h.person({ account_id, permissions, firstname: 'Emil', lastname: 'Dahl' });
  const mei = await h.person({ account_id, permissions: { story_creator: [scene.app_id] } });
  const stranger = await h.person();
  const foreign = await seedScene(h, stranger);
  const body = {
    name: ' Shop by week ',
    rhythm: 'weekly',
    app_id: [scene.app_id],
    story_group_id: [scene.group_id, scene.group_id],
    recipients: [nora.user_id, emil.user_id],
  };
  const post = (as: Person, change: object = {}, headers: Record<string, string> = {}) =>
    h.inject('POST', '/api/report_schedule', { as, body: { ...body, ...change }, headers });

  await t.test('what is not the account’s, or too much, is refused', async (t) => {
    const refused = async (status: number, change: object, as = nora) => {
      const answer = await post(as, change);
      t.equal(answer.statusCode, status, `${Object.keys(change)}: ${answer.json().message}`);
      return answer.json();
    };
    const many = (count: number) => Array.from({ length: count }, () => uuidv7());
    const outsider = await refused(422, { recipients: [nora.user_id, stranger.user_id] });
    const nobody = await refused(422, { recipients: [uuidv7()] });
    t.same(outsider.errors, nobody.errors, 'a user of another account is like one who is not there');
    t.match(outsider.errors[0], { path: 'recipients', message: /members of your team/ });
    await refused(404, { app_id: [foreign.app_id], story_group_id: [] });
    await refused(404, { story_group_id: [foreign.group_id] });
    await refused(404, { instance_id: [foreign.instance_id] });
    await refused(422, { app_id: many(51) });
    await refused(422, { instance_id: many(51) });
    await refused(422, { story_group_id: many(51) });
    await refused(422, { recipients: many(21) });
    await refused(422, { recipients: [] });
    await refused(422, { app_id: [] });
    await refused(422, { name: '  ' });
    await refused(422, { name: 'x'.repeat(81) });
    await refused(422, { rhythm: 'daily' });
    await refused(404, {}, stranger);
    t.same(await list(h, nora), []);
  });

  await t.test('one is made once under a key, and shown to whom it concerns', async (t) => {
    const key = { 'idempotency-key': 'once' };
    const [one, again] = [await post(emil, {}, key), await post(emil, {}, key)];
    t.equal(one.statusCode, 201, one.body);
    t.same(one.json(), again.json());
    const [row] = await list(h, emil);
    t.same(row, {
      id: one.json().data.id,
      name: 'Shop by week',
      rhythm: 'weekly',
      app_id: [scene.app_id],
      instance_id: [],
      story_group_id: [scene.group_id],
      recipients: [
        { user_id: nora.user_id, name: 'Nora Lind' },
        { user_id: emil.user_id, name: 'Emil Dahl' },
      ],
      made_by: { user_id: emil.user_id, name: 'Emil Dahl' },
      may_end: true,
      is_recipient: true,
      ts_created: now / 1000,
      ts_next: Date.parse('2026-11-30T07:00:00Z') / 1000,
    });
    t.same(await list(h, mei), [], 'a colleague who neither made nor gets it');
    t.same(await list(h, stranger), []);
    const own = (await post(mei, { recipients: [mei.user_id], rhythm: 'monthly' })).json().data.id;
    t.same(
      (await list(h, nora)).map(({ id }) => id),
      [own, row!.id],
      'an owner sees all',
    );
    t.equal((await list(h, mei))[0]!.ts_next, Date.parse('2026-12-01T07:00:00Z') / 1000);
  });

  await t.test('who gets it leaves it, who made it or owns the account ends it', async (t) => {
    const remove = async (as: Person, id: string, path = '') =>
      (await h.inject('DELETE', `/api/report_schedule${path}`, { as, query: { id } })).statusCode;
    const id = (await post(nora, { recipients: [nora.user_id, emil.user_id, mei.user_id] })).json().data.id;
    t.equal(await remove(emil, id), 403);
    t.equal(await remove(stranger, id), 404);
    t.equal(await remove(stranger, id, '/recipient'), 404);
    t.equal(await remove(emil, id, '/recipient'), 200);
    t.notOk((await list(h, emil)).some((one) => one.id === id));
    t.equal(await remove(emil, id), 404);
    await appendAs(h, mei, `user-${mei.user_id}`, [{ type: 'UserRemoved', data: {} }]);
    const shown = (await list(h, nora)).find((one) => one.id === id)!;
    t.same(
      shown.recipients.map(({ user_id }) => user_id),
      [nora.user_id],
      'a removed member is not shown',
    );
    t.equal(await remove(nora, id), 200);
    t.equal(await remove(nora, id), 404);
  });

  await t.test('a member has so many at most, and an account, also when they come at once', async (t) => {
    const there = (await list(h, nora)).length;
    const made = (await list(h, emil)).filter(({ made_by }) => made_by?.user_id === emil.user_id).length;
    for (let n = made; n < limits.ownReports; n += 1) t.equal((await post(emil)).statusCode, 201);
    const more = await post(emil);
    t.match([more.statusCode, more.json()], [409, { code: 'ReportLimitReached', message: /^You can have 10 reports/ }]);
    let count = there + limits.ownReports - made;
    while (count < limits.reports - 1) {
      const colleague = await h.person({ account_id, permissions });
      for (let n = 0; n < limits.ownReports && count < limits.reports - 1; n += 1) {
        t.equal((await post(colleague)).statusCode, 201);
        count += 1;
      }
    }
    const last = await Promise.all([post(nora), post(nora), post(nora)]);
    t.same(last.map(({ statusCode }) => statusCode).sort(), [201, 409, 409]);
    t.match(last.find(({ statusCode }) => statusCode === 409)!.json(), { code: 'ReportLimitReached' });
  });
});
