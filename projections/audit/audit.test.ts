import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AuditRow, HistoryRow } from '#contracts/audit/rows.ts';
import { type EventType, eventSchemas, type StoryrailEvent } from '#contracts/events.ts';
import { type NounName, nouns } from '#contracts/nouns.ts';
import { userExamples } from '#contracts/user/examples.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { readExamples, streamOf } from '#ops/testing/examples.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene, subscribed } from '#ops/testing/scene.ts';
import { rebuildProjection } from '../runner/rebuild.ts';
import { verifyChain } from './chain.ts';
import { auditProjection } from './projection.ts';
import { noticeEventsOf } from './test-notices.ts';
import { factorChanges, factorEventsOf, ownerEventsOf, signInChanges } from './test-sign-in.ts';

const audit = async (h: Harness, as: Person, query: Record<string, string> = {}) => {
  const answer = await h.inject('GET', '/api/audit', { as, query });
  return { status: answer.statusCode, ...(answer.json() as { data: AuditRow[]; total: number; code?: string }) };
};

t.test('audit and history name everything that was done in real values', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person({ firstname: 'Nora', lastname: 'Lindqvist', email: 'nora@marlow.test' });
  const account = nora.account_id;
  const scene = await seedScene(h, nora);
  const second = await seedScene(h, nora, { app: scene, title: 'Quay' });
  const ref = (field: string, value: string) =>
    transaction(h.kernel.db, (trx) => storePersonal(trx, nora.user_id, field, value));
  const [first, last] = scene.stories as [string, string];
  const beta = uuidv7();
  const poster = `${'c'.repeat(64)}.png`;
  const { instance_id } = scene;
  const { user_id } = nora;
  const session_id = uuidv7();

  const userStream = `user-${nora.user_id}`;
  const group = `storyGroup-${scene.group_id}`;
  const invited = `user-${uuidv7()}`;
  const cancelled = `user-${uuidv7()}`;
  const at = (stream: string, ...events: StoryrailEvent[]) => appendAs(h, nora, stream, events);

  await at(`account-${account}`, { type: 'AccountDetailsChanged', data: { name: 'Marlow & Co', country: 'SE' } });
  await at(
    `account-${account}`,
    { type: 'TestDevicesChanged', data: { test_devices: [{ id: 'Pixel', name: 'Desk', platform: 'android' }] } },
    { type: 'ProfileAnswered', data: { profile: { which_one_best_describes_your_role: 'Marketing' } } },
    { type: 'AccountPremiumChanged', data: { premium: true } },
    { type: 'AccountFeaturesChanged', data: { manual_features: { ivod: true, story_limit: 50 } } },
  );
  await at(`subscription-${account}`, subscribed(account), { type: 'PlanUpgraded', data: { plan: 'pro' } });
  const clerk = `user-${uuidv7()}`;
  const clerkMail = await ref('email', 'ines@storyrail.test');
  await at(
    clerk,
    { type: 'StaffRegistered', data: { account_id: account, email_ref: clerkMail } },
    { type: 'UserVerificationChanged', data: { verified: true } },
    { type: 'StaffDismissed', data: {} },
    { type: 'StaffAppointed', data: {} },
  );
  await at(
    userStream,
    {
      type: 'UserNameChanged',
      data: { changes: [{ field: 'lastname', from_ref: null, to_ref: await ref('lastname', 'Ek') }] },
    },
    { type: 'UserEmailChangeRequested', data: { to_ref: await ref('email', 'nora.ek@marlow.test') } },
    { type: 'UserEmailChangeCancelled', data: {} },
    { type: 'UserPasswordChanged', data: {} },
  );
  const [newMail, oldMail] = [await ref('email', 'nora.ek@marlow.test'), await ref('email', 'nora@marlow.test')];
  await at(
    userStream,
    { type: 'UserEmailChanged', data: { from_ref: oldMail, to_ref: newMail } },
    { type: 'UserEmailChangeUndone', data: { from_ref: newMail, to_ref: oldMail } },
  );
  const [phone, reason] = [await ref('phone', '+12015550123'), await ref('reason', 'Lost phone')];
  await at(userStream, ...factorEventsOf(uuidv7(), phone, reason));
  const owner = ownerEventsOf(nora.user_id, oldMail, reason);
  await at(`account-${account}`, { type: 'AccountSecondFactorRequired', data: {} }, ...owner);
  const invitation = async (address: string): Promise<StoryrailEvent> => ({
    type: 'InvitationSent',
    data: {
      account_id: account,
      email_ref: await ref('email', address),
      permissions: { story_creator: [scene.app_id] },
      is_mobile: false,
    },
  });
  await at(invited, await invitation('ida@marlow.test'));
  await at(
    invited,
    {
      type: 'InvitationAccepted',
      data: { firstname_ref: await ref('firstname', 'Ida'), lastname_ref: await ref('lastname', 'Berg'), gdpr: true },
    },
    { type: 'UserPermissionsChanged', data: { permissions: { app_owner: [scene.app_id] } } },
  );
  await at(cancelled, await invitation('kim@marlow.test'), { type: 'InvitationCancelled', data: {} });
  const { left, takenUp, expired, resent, removed, leftForGood } = userExamples;
  const ends = [takenUp, expired, removed, leftForGood];
  const invitation_id = uuidv7();
  const joined = { account_id: account, invitation_id, permissions: { account_owner: [] }, is_mobile: false };
  const una = `user-${invitation_id}`;
  await at(una, await invitation('una@marlow.test'), resent, left, { type: 'UserJoinedTeam', data: joined }, ...ends);
  await at(
    `app-${scene.app_id}`,
    { type: 'InstanceAdded', data: { instance_id: beta, title: 'Beta', token: uuidv7() } },
    { type: 'InstanceRenamed', data: { instance_id: beta, title: 'Staging' } },
    { type: 'InstanceDeleted', data: { instance_id: beta } },
    { type: 'AppDetailsChanged', data: { category: 'Shopping', is_live: true } },
    { type: 'AppSettingsChanged', data: { app_intent: 'fjord://', is_sharable: true } },
  );
  await at(
    group,
    { type: 'StoryGroupDetailsChanged', data: { title: 'Pier', ts_end: 1_900_000_000, icon: poster } },
    {
      type: 'StoryChanged',
      data: { story_id: first, changes: { title: 'Dawn', button_text: 'Swipe Up', outlink: 'https://marlow.test/' } },
    },
    { type: 'StoryInactivated', data: { story_id: first } },
    { type: 'StoryActivated', data: { story_id: first } },
    { type: 'StoriesReordered', data: { order: [last, first] } },
    { type: 'StoryInactivated', data: { story_id: last } },
    { type: 'StoryDeleted', data: { story_id: last } },
    { type: 'StoryGroupStatusChanged', data: { from: 1, to: 2 } },
  );
  await at(
    `instanceOrder-${instance_id}`,
    { type: 'StoryGroupMoved', data: { instance_id, id: scene.group_id, after: second.group_id } },
    { type: 'StoryGroupPinned', data: { instance_id, id: second.group_id } },
    { type: 'StoryGroupUnpinned', data: { instance_id, id: second.group_id } },
  );
  await at(
    `security-${account}-202611`,
    { type: 'UserSignedIn', data: { user_id, session_id } },
    { type: 'SignInFailed', data: { user_id, count: 3 } },
    { type: 'UserSignedOut', data: { user_id, session_id } },
    { type: 'SessionEnded', data: { user_id, session_id, reason: 'token_reused' } },
    { type: 'PasswordResetRequested', data: { user_id } },
    {
      type: 'LoginAsStarted',
      data: { user_id, session_id, email_ref: newMail, ts_end: 1_900_000_000 },
    },
    { type: 'LoginAsEnded', data: { user_id, session_id, email_ref: newMail } },
  );
  const job = { id: `${uuidv7()}-mail`, name: 'mail' };
  await at(
    `operation-${account}-202611`,
    { type: 'JobOperationRequested', data: { user_id, operation: 'retry', job, from: 'failed' } },
    { type: 'ReadModelRedriveRequested', data: { user_id, projection: 'history', stream: group } },
    { type: 'ReadModelRebuildRequested', data: { user_id, projection: 'delivery' } },
  );
  await at(
    `access-${account}-202611`,
    { type: 'DataExported', data: { user_id, what: 'audit', rows: 1204, filter: { ts_start: '1000' } } },
    { type: 'AdminRead', data: { user_id: clerk.slice(5), subject_type: 'user', subject_id: nora.user_id } },
    { type: 'AdminRead', data: { user_id: clerk.slice(5), subject_type: 'account', subject_id: account } },
  );
  await at(
    `storyGroup-${second.group_id}`,
    { type: 'StoryGroupStatusChanged', data: { from: 1, to: 2 } },
    { type: 'StoryGroupDeleted', data: { from: 2 } },
    { type: 'StoryGroupRestored', data: { version: 3, from: 9, to: 2, content: { title: 'Wharf' }, stories: [] } },
    {
      type: 'StoryRestored',
      data: { story_id: second.stories[0]!, version: null, changes: { title: 'Noon' }, status: 2 },
    },
  );
  const expected: { [T in EventType]?: { field: string; from?: unknown; to?: unknown } | null } = {
    AccountCreated: { field: 'name', from: null, to: 'Marlow' },
    AccountDetailsChanged: { field: 'name', from: 'Marlow', to: 'Marlow & Co' },
    TestDevicesChanged: { field: 'test_devices', from: [], to: [{ id: 'Pixel', name: 'Desk', platform: 'android' }] },
    ProfileAnswered: { field: 'which_one_best_describes_your_role', from: null, to: 'Marketing' },
    AccountPremiumChanged: { field: 'premium', from: null, to: true },
    AccountFeaturesChanged: { field: 'manual_features', from: [], to: ['ivod', 'story_limit 50'] },
    SubscriptionStarted: { field: 'plan', from: null, to: 'the Growth plan' },
    PlanUpgraded: { field: 'plan', from: 'the Growth plan', to: 'the Pro plan' },
    StaffRegistered: { field: 'staff', from: null, to: true },
    UserVerificationChanged: { field: 'verified', from: false, to: true },
    StaffDismissed: { field: 'staff', from: true, to: null },
    StaffAppointed: { field: 'staff', from: null, to: true },
    UserRegistered: { field: 'email', from: null, to: 'nora@marlow.test' },
    UserEmailVerified: { field: 'verified', from: false, to: true },
    UserNameChanged: { field: 'lastname', from: 'Lindqvist', to: 'Ek' },
    UserEmailChangeRequested: { field: 'pending_email', from: null, to: 'nora.ek@marlow.test' },
    UserEmailChanged: { field: 'email', from: 'nora@marlow.test', to: 'nora.ek@marlow.test' },
    UserEmailChangeUndone: { field: 'email', from: 'nora.ek@marlow.test', to: 'nora@marlow.test' },
    ...factorChanges,
    ...signInChanges,
    BrandKitChanged: { field: 'Brand button · corners', from: null, to: 24 },
    InvitationSent: { field: 'roles', from: null, to: ['Story Creator of Fjord'] },
    InvitationCancelled: { field: 'state', from: 'invited', to: 'invitation revoked' },
    InvitationTakenUp: { field: 'state', from: 'invited', to: 'ended' },
    UserJoinedTeam: { field: 'roles', from: [], to: ['Account Owner'] },
    InvitationAccepted: { field: 'firstname', from: null, to: 'Ida' },
    UserPermissionsChanged: { field: 'roles', from: ['Story Creator of Fjord'], to: ['App Owner of Fjord'] },
    AppAdded: { field: 'title', from: null, to: 'Fjord' },
    AppDetailsChanged: { field: 'category', from: null, to: 'Shopping' },
    AppSettingsChanged: { field: 'url_scheme', from: null, to: 'fjord://' },
    AppDeleted: { field: 'state', from: 'live', to: 'deleted' },
    InstanceAdded: { field: 'instances', from: ['Default'], to: ['Default', 'Beta'] },
    InstanceRenamed: { field: 'instances', from: ['Default', 'Beta'], to: ['Default', 'Staging'] },
    InstanceDeleted: { field: 'instances', from: ['Default', 'Staging'], to: ['Default'] },
    StoryGroupCreated: { field: 'status', from: null, to: 'active' },
    StoryGroupDetailsChanged: { field: 'title', from: 'Harbour', to: 'Pier' },
    StoryGroupStatusChanged: { field: 'status', from: 'active', to: 'inactive' },
    StoryGroupDeleted: { field: 'status', from: 'inactive', to: 'archived' },
    StoryAdded: { field: 'type', from: null, to: 'video' },
    StoryChanged: { field: 'outlink', from: '', to: 'https://marlow.test/' },
    StoryActivated: { field: 'status', from: 'inactive', to: 'active' },
    StoryInactivated: { field: 'status', from: 'active', to: 'inactive' },
    StoryDeleted: { field: 'status', from: 'inactive', to: 'deleted' },
    StoriesReordered: { field: 'order', from: ['Dawn', 'Evening'], to: ['Evening', 'Dawn'] },
    StoryGroupRestored: { field: 'title', from: 'Quay', to: 'Wharf' },
    StoryRestored: { field: 'status', from: 'active', to: 'inactive' },
    StoryGroupMoved: { field: 'position', from: null, to: 'after Wharf' },
    StoryGroupPinned: { field: 'pinned', from: false, to: true },
    StoryGroupUnpinned: { field: 'pinned', from: true, to: false },
    JobOperationRequested: { field: 'job_state', from: 'failed', to: 'waiting' },
    ReadModelRedriveRequested: { field: 'set_aside', from: group, to: 'retried' },
    DataExported: { field: 'rows', from: null, to: 1204 },
    AdminRead: { field: 'viewed', from: false, to: true },
    ReadModelRebuildRequested: { field: 'read_model', from: 'delivery', to: 'rebuilt' },
  };
  // Of nouns that are not named above, their examples.
  for (const noun of Object.keys(nouns) as NounName[])
    if (!Object.keys(nouns[noun].events).some((type) => type in expected))
      await at(streamOf(noun, uuidv7()), ...Object.values(await readExamples(noun)));
  await h.caughtUp();

  await t.test('history holds every version of a group, newest first', async (t) => {
    const get = async (as: Person, query: Record<string, string>) =>
      h.inject('GET', '/api/story_group/history', { as, query });
    const answer = await get(nora, { story_group_id: scene.group_id });
    t.equal(answer.statusCode, 200, answer.body);
    const { data, total } = answer.json() as { data: HistoryRow[]; total: number };
    t.equal(total, 11);
    t.same(
      data.map((row) => row.version),
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    );
    t.match(data[7], {
      action: 'StoryGroupDetailsChanged',
      sentence: 'changed the name, the cover and the end date of “Harbour”',
      actor: { name: 'Nora Ek' },
    });
    const icon = data[7]?.changes.find((one) => one.field === 'icon');
    t.equal(icon?.to, `${h.config.MEDIA_URL}/media/${poster}`);
    const paged = (await get(nora, { id: scene.group_id, limit: '2', offset: '1' })).json();
    t.match(paged.data, [{ version: 10 }, { version: 9 }]);
    t.equal(paged.total, 11);
    const creator = await h.person({ account_id: account, permissions: { story_creator: [scene.app_id] } });
    t.match((await get(creator, { story_group_id: scene.group_id })).json(), { code: 'PermissionDenied' });
    const own = await seedScene(h, nora, { app: scene, user_id: creator.user_id });
    await h.caughtUp();
    t.equal((await get(creator, { story_group_id: own.group_id })).json().total, 3);
    const elsewhere = await h.person({ account_id: account, permissions: { app_owner: [uuidv7()] } });
    t.equal((await get(elsewhere, { story_group_id: scene.group_id })).statusCode, 404);
    t.equal((await get(await h.person(), { story_group_id: scene.group_id })).statusCode, 404);
    t.equal((await get(nora, { story_group_id: scene.group_id, id: uuidv7() })).statusCode, 422);
    t.equal((await get(nora, {})).statusCode, 422);
  });

  await at(`app-${scene.app_id}`, { type: 'AppDeleted', data: {} });
  for (const [stream, event] of noticeEventsOf(account, user_id, scene)) await at(stream, event);
  await at(`account-${account}`, { type: 'AccountEnded', data: {} });
  await h.caughtUp();
  const { data: rows, total } = await audit(h, nora, { limit: '1000' });

  await t.test('every event type has a row with real values', async (t) => {
    t.equal(total, rows.length);
    for (const type of Object.keys(eventSchemas) as EventType[]) {
      const found = rows.filter((row) => row.action === type);
      t.ok(found.length > 0, `${type} has a row`);
      const text = JSON.stringify(found);
      t.notMatch(text, /\{\{|"\$|erased/, `${type} shows no marks`);
      t.ok(
        found.every(
          (row) => row.sentence.length > 5 && row.subject.title && row.actor.name && row.account_id === account,
        ),
      );
      const want = expected[type];
      if (want)
        t.ok(
          found.some((row) => row.changes.some((one) => JSON.stringify(one) === JSON.stringify(want))),
          `${type} ${JSON.stringify(want)} in ${text}`,
        );
    }
  });

  await t.test('rows can be filtered and paged', async (t) => {
    t.ok(
      (await audit(h, nora, { subject_id: scene.group_id })).data.every((row) =>
        ['story_group', 'story'].includes(row.subject.type),
      ),
    );
    t.equal((await audit(h, nora, { action: 'StoryDeleted' })).total, 1);
    t.equal((await audit(h, nora, { action: 'StoryDeleted, AppDeleted' })).total, 2);
    const kind = await audit(h, nora, { subject_type: 'instance', limit: '1' });
    t.equal(kind.total, 4);
    t.ok(kind.data.every((row) => row.subject.type === 'instance'));
    t.equal((await audit(h, nora, { actor_type: 'staff' })).total, 0);
    t.equal((await audit(h, nora, { actor_type: 'user' })).total, total);
    const own = await audit(h, nora, { actor_id: nora.user_id, limit: '1000' });
    t.ok(own.total > 40 && own.total < total && own.data.every((row) => row.actor.id === nora.user_id));
    t.same(
      (await audit(h, nora, { id: rows[4]!.id })).data.map((row) => row.id),
      [rows[4]!.id],
    );
    t.equal((await audit(h, nora, { subject_type: 'moon' })).status, 422);
    t.equal((await audit(h, nora, { actor_id: uuidv7() })).total, 0);
    const { data: page } = await audit(h, nora, { limit: '2', offset: '1' });
    t.same(
      page.map((row) => row.id),
      rows.slice(1, 3).map((row) => row.id),
    );
    t.equal((await audit(h, nora, { ts_end: '1000' })).total, 0);
    t.equal((await audit(h, nora, { ts_start: '1000' })).total, total);
    t.equal((await audit(h, nora, { limit: 'x' })).status, 422);
  });

  await t.test('a file holds every row that the filters find, and no formula', async (t) => {
    await at(group, { type: 'StoryGroupDetailsChanged', data: { title: '=1+1' } });
    await h.caughtUp();
    const file = await h.inject('GET', '/api/audit', { as: nora, query: { format: 'csv' } });
    t.match(file.headers, { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
    t.equal(file.body.trimEnd().split('\r\n').length, total + 2);
    t.match(file.body, /^Unix time,Time \(UTC\),Who,Kind of person,On behalf of,Act,What happened,/);
    t.notMatch(file.body, /(^|,)"?[=+\-@]/m);
    t.match(file.body, /"'=1\+1"/);
    const few = await h.inject('GET', '/api/audit', { as: nora, query: { format: 'csv', action: 'StoryDeleted' } });
    t.equal(few.body.trimEnd().split('\r\n').length, 2);
  });

  await t.test('what was erased reads erased, and the chain still holds', async (t) => {
    t.equal(await verifyChain(h.kernel.db.pool, account), null);
    await h.kernel.db.pool.query(`update personal_value set value = null where field = 'email'`);
    const { data } = await audit(h, nora, { action: 'InvitationSent' });
    t.match(data[0], { sentence: /invited erased/ });
    t.equal(await verifyChain(h.kernel.db.pool, account), null);
    t.ok((await rebuildProjection(h.kernel, auditProjection)).equal);
  });

  await t.test('a row that was changed afterwards breaks the chain', async (t) => {
    await h.asOwner('update event set data = $2 where stream = $1 and version = 4', [group, { title: 'Forged' }]);
    t.type(await verifyChain(h.kernel.db.pool, account), 'number');
  });
});
