import t from 'tap';
import { currentPrincipal } from '#kernel/commands/command-trx.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, daySeconds, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('story groups over HTTP', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const stranger = await ownerWithApp(h);

  t.test('a group is made, changed and deleted', async (t) => {
    const made = await w.call(
      'POST',
      '/n/story_group',
      w.groupBody({ segments: [['vip']], target_cap: 9, settings: { description: 'x' } }),
    );
    t.equal(made.statusCode, 201);
    const id = made.json().data.story_group_id;
    t.equal(made.headers.etag, '"1"');
    t.match(await w.detail(id), {
      title: 'Summer',
      status: 1,
      segments: [['vip']],
      target_cap: 9,
      icon: w.icon,
      user_id: w.owner.user_id,
    });
    const changed = await w.call('PATCH', `/n/story_group?story_group_id=${id}`, {
      title: 'Autumn',
      segments: null,
      status: 2,
    });
    t.equal(changed.statusCode, 200);
    t.same(changed.json(), { data: { story_group_id: id, version: 3 } });
    t.equal(changed.headers.etag, '"3"');
    t.match(await w.detail(id), { title: 'Autumn', status: 2, segments: [] });
    const status = await w.call('PATCH', '/n/story_group', { story_group_id: id, status: 1 });
    t.equal(status.json().message, 'Status changed.');
    t.same((await w.call('PATCH', '/n/story_group', { id, status: 1, title: 'Autumn' })).json().data.version, 4);
    assertRefused(
      t,
      await w.call('DELETE', '/story_group', { story_group_id: id, app_id: w.app_id }),
      409,
      'GroupActive',
    );
    await w.call('PATCH', '/n/story_group', { id, status: 2 });
    t.equal((await w.call('DELETE', '/story_group', { story_group_id: id, app_id: w.app_id })).statusCode, 200);
    t.equal((await w.call('DELETE', '/story_group', { story_group_id: id })).statusCode, 200);
    t.notOk((await w.order()).includes(id));
    t.same(await w.events(`storyGroup-${id}`), [
      'StoryGroupCreated',
      'StoryGroupDetailsChanged',
      'StoryGroupStatusChanged',
      'StoryGroupStatusChanged',
      'StoryGroupStatusChanged',
      'StoryGroupDeleted',
    ]);
    assertRefused(t, await w.call('PATCH', '/n/story_group', { id, status: 2 }), 409, 'TransitionNotAllowed');
    assertRefused(t, await w.call('PATCH', '/n/story_group', { id, title: 'x' }), 404, 'NotFound');
    assertRefused(t, await w.call('POST', '/story', w.storyBody(id)), 404, 'NotFound');
  });

  t.test('each bad field of a group is refused and named', async (t) => {
    const id = await w.group();
    const before = await w.detail(id);
    const cases: [object, string, string?][] = [
      [{ title: 'x'.repeat(26) }, 'title', 'Story group name can be maximum 25 characters.'],
      [{ title: ' ' }, 'title'],
      [{ title: 1 }, 'title'],
      [{ colour: 1 }, 'colour'],
      [{ ts_start: w.ts_start - 3 * daySeconds }, 'ts_start', 'Start date cannot be before yesterday.'],
      [{ ts_end: w.ts_start }, 'ts_end', 'End date must be after the start date.'],
      [{ target_cap: 2 ** 53 }, 'target_cap'],
      [{ target_cap: '1' }, 'target_cap'],
      [{ segments: [['12345678']] }, 'segments.0.0'],
      [{ segments: [[]] }, 'segments.0'],
      [{ settings: { dynamic_segmentation: { name: 'a.csv' } } }, 'settings.dynamic_segmentation.path'],
      [{ settings: { app_version_targeting: { min_version: 'x' } } }, 'settings.app_version_targeting.min_version'],
    ];
    for (const [fields, path, words] of cases)
      for (const answer of [
        await w.call('POST', '/n/story_group', w.groupBody(fields)),
        await w.call('PATCH', '/n/story_group', { id, ...fields }),
      ]) {
        assertRefused(t, answer, 422, 'Invalid', path);
        if (words) t.equal(answer.json().errors[0].message, words);
      }
    for (const icon of ['https://x.test/a.png', stranger.icon]) {
      assertRefused(t, await w.call('POST', '/n/story_group', w.groupBody({ icon })), 422, 'UnknownMedia', 'icon');
      assertRefused(t, await w.call('PATCH', '/n/story_group', { id, icon }), 422, 'UnknownMedia', 'icon');
    }
    assertRefused(t, await w.call('PATCH', '/n/story_group', { id, icon: w.video }), 422, 'Invalid', 'icon');
    const dark = { settings: { thematic_icons: { dark: stranger.icon } } };
    assertRefused(
      t,
      await w.call('PATCH', '/n/story_group', { id, ...dark }),
      422,
      'UnknownMedia',
      'settings.thematic_icons.dark',
    );
    assertRefused(t, await w.call('PATCH', '/n/story_group', { title: 'x' }), 422, 'Invalid', 'story_group_id');
    assertRefused(t, await w.call('PATCH', `/n/story_group?story_group_id=${unknownId}`, { id }), 422, 'Invalid', 'id');
    assertRefused(t, await w.call('POST', '/n/story_group', w.groupBody({ status: 8 })), 409, 'NoTestDevices');
    assertRefused(t, await w.call('PATCH', '/n/story_group', { id, status: 8 }), 409, 'NoTestDevices');
    for (const status of [3, 4, 10])
      assertRefused(t, await w.call('PATCH', '/n/story_group', { id, status }), 409, 'TransitionNotAllowed');
    t.same(await w.detail(id), before);
  });

  t.test('with test devices a group can be a test group, and goes on from there', async (t) => {
    const other = await ownerWithApp(h);
    const test_devices = [{ id: 'phone-1', name: 'Phone', platform: 'ios' }];
    t.equal((await other.call('PATCH', '/account', { test_devices })).statusCode, 200);
    const id = await other.group({ status: 8 });
    t.equal((await other.detail(id)).status, 8);
    t.equal((await other.call('PATCH', '/n/story_group', { id, status: 1 })).statusCode, 200);
    t.equal((await other.call('PATCH', '/n/story_group', { id, status: 8 })).statusCode, 200);
    t.equal((await other.call('DELETE', '/story_group', { id })).statusCode, 200);
  });

  t.test('what belongs to another account is as missing as what does not exist', async (t) => {
    const id = await w.group({ status: 2 });
    const story = await w.story(id, { status: 2 });
    const calls: [string, string, object?][] = [
      ['PATCH', '/n/story_group', { id, title: 'x' }],
      ['DELETE', '/story_group', { id }],
      ['POST', '/story_group/sort', { instance_id: w.instance_id, order: [id] }],
      ['POST', '/story_group/sort', { app_id: w.app_id, order: [id] }],
      ['GET', `/story_group/pin?story_group_id=${id}`],
      ['POST', '/story_group/pin', { story_group_id: id }],
      ['PATCH', '/story_group/multiple', { story_groups: [{ id, status: 2 }] }],
      ['DELETE', '/story_group/multiple', { story_groups: id }],
      ['POST', '/n/story_group', stranger.groupBody({ app_id: w.app_id })],
      ['POST', '/n/story_group', stranger.groupBody({ instance_id: w.instance_id })],
      ['POST', '/story', stranger.storyBody(id)],
      ['PATCH', '/story', { id: story, title: 'x' }],
      ['DELETE', '/story', { id: story }],
      ['POST', '/story/sort', { story_group_id: id, order: [story] }],
      ['POST', '/story/multiple', { stories: [stranger.storyBody(id)] }],
      ['PATCH', '/story/multiple', { stories: [{ id: story, title: 'x' }] }],
      ['DELETE', '/story/multiple', { stories: [story] }],
    ];
    for (const [method, url, body] of calls) {
      const answer = await stranger.call(method, url, body);
      t.equal(answer.statusCode, 404, `${method} ${url}`);
      const missing = JSON.parse(
        JSON.stringify(body ?? {})
          .replaceAll(id, unknownId)
          .replaceAll(story, unknownId)
          .replaceAll(w.app_id, unknownId)
          .replaceAll(w.instance_id, unknownId),
      );
      const none = await stranger.call(method, url.replace(id, unknownId), body && missing);
      // What was asked for is named by the id that was asked for.
      const told = JSON.stringify(answer.json()).replaceAll(id, unknownId).replaceAll(story, unknownId);
      t.same({ ...none.json(), request_id: '' }, { ...JSON.parse(told), request_id: '' }, `${method} ${url}`);
    }
    assertRefused(
      t,
      await w.call('PATCH', '/n/story_group', { id, account_id: stranger.owner.account_id }),
      404,
      'NotFound',
    );
    assertRefused(t, await w.call('POST', '/n/story_group', w.groupBody({ account_id: unknownId })), 404, 'NotFound');
    assertRefused(t, await w.call('DELETE', '/story_group', { id, app_id: stranger.app_id }), 404, 'NotFound');
    assertRefused(t, await w.call('PATCH', '/story', { id: story, story_group_id: unknownId }), 404, 'NotFound');
    t.match(await w.detail(id), { version: 2, status: 2 });
  });

  t.test('a creator makes and edits his own, which wait for approval, and publishes nothing', async (t) => {
    const creator = await w.member({ story_creator: [w.app_id] });
    const id = await w.group({ status: 1 }, creator);
    t.match(await w.detail(id), { status: 10, user_id: creator.user_id });
    t.equal((await w.call('PATCH', '/n/story_group', { id, status: 1 })).statusCode, 200);
    t.equal((await w.call('PATCH', '/n/story_group', { id, title: 'Mine' }, creator)).statusCode, 200);
    t.match(await w.detail(id), { status: 10, title: 'Mine' });
    const story = await w.story(id, { status: 1 }, creator);
    const statusOf = async () => (await w.detail(id)).stories[0].status;
    t.equal(await statusOf(), 2);
    await w.call('PATCH', '/story', { id: story, status: 1 });
    t.equal(await statusOf(), 1);
    t.equal((await w.call('PATCH', '/story', { id: story, title: 'New' }, creator)).statusCode, 200);
    t.equal(await statusOf(), 2);
    const foreign = await w.group({ status: 2 });
    const denied: [string, string, object?][] = [
      ['PATCH', '/n/story_group', { id, status: 1 }],
      ['PATCH', '/n/story_group', { id, status: 9 }],
      ['PATCH', '/n/story_group', { id: foreign, title: 'x' }],
      ['DELETE', '/story_group', { id }],
      ['POST', '/story_group/sort', { order: [id] }],
      ['GET', `/story_group/pin?story_group_id=${id}`],
      ['POST', '/story_group/pin', { id }],
      ['DELETE', '/story_group/multiple', { story_groups: [id] }],
      ['PATCH', '/story_group/multiple', { story_groups: [{ id, status: 1 }] }],
      ['PATCH', '/story', { id: story, status: 1 }],
      ['POST', '/story', w.storyBody(foreign)],
    ];
    for (const [method, url, body] of denied) {
      const answer = await w.call(method, url, body, creator);
      t.equal(answer.statusCode, 403, `${method} ${url} ${answer.body}`);
      t.equal(answer.json().code, 'PermissionDenied');
    }
    const elsewhere = await w.member({ story_creator: [unknownId], app_owner: [] });
    assertRefused(t, await w.call('PATCH', '/n/story_group', { id, title: 'x' }, elsewhere), 404, 'NotFound');
    assertRefused(t, await w.call('POST', '/n/story_group', w.groupBody(), elsewhere), 404, 'NotFound');
    const broadcaster = await w.member({ brodcaster: [w.app_id] });
    assertRefused(t, await w.call('POST', '/n/story_group', w.groupBody(), broadcaster), 403, 'PermissionDenied');
    const appOwner = await w.member({ app_owner: [w.app_id] });
    t.equal((await w.call('PATCH', '/n/story_group', { id, status: 1 }, appOwner)).statusCode, 200);
    t.equal(
      (await w.call('PATCH', '/story', { id: story, status: 1 }, appOwner)).json().message,
      'Story Status Changed!',
    );
  });

  t.test('a role that was just taken away counts no more', async (t) => {
    const gone = await w.member({ app_owner: [w.app_id] });
    await h.kernel.db.query
      .updateTable('session')
      .set({ ended_at: new Date() })
      .where('id', '=', gone.session_id)
      .execute();
    await t.rejects(
      transaction(h.kernel.db, (trx) => currentPrincipal({ ...trx, kernel: h.kernel }, gone)),
      { code: 'Unauthorized' },
    );
  });

  t.test('If-Match refuses only when the same thing was touched', async (t) => {
    const id = await w.group({ status: 2 });
    const story = await w.story(id);
    const other = await w.story(id);
    const rename = (title: string, version: string) =>
      w.call('PATCH', '/n/story_group', { id, title }, w.owner, { 'if-match': version });
    t.equal((await rename('First', '1')).statusCode, 200);
    assertRefused(t, await rename('Second', '"1"'), 412, 'VersionConflict');
    const version = (await w.detail(id)).version;
    await w.call('PATCH', '/story', { id: other, title: 'Other' });
    t.equal((await rename('Third', `"${version}"`)).statusCode, 200);
    const retitle = (title: string, at: number) =>
      w.call('PATCH', '/story', { id: story, title }, w.owner, { 'if-match': `"${at}"` });
    t.equal((await retitle('A', version)).statusCode, 200);
    assertRefused(t, await retitle('B', version), 412, 'VersionConflict');
    assertRefused(t, await rename('x', 'soon'), 422, 'Invalid', 'If-Match');
  });

  t.test('If-Match of a group still holds after a restore that changed its stories alone', async (t) => {
    const id = await w.group({ status: 2, title: 'First' });
    const story = await w.story(id, { title: 'Drawn' });
    const past = (await w.detail(id)).version;
    await w.call('PATCH', '/story', { id: story, title: 'Other' });
    const { version } = await w.detail(id);
    const restore = () => w.call('POST', '/story_group/restore', { id, version: past });
    t.equal((await restore()).statusCode, 200);
    t.equal((await w.detail(id)).version, version + 1);
    const rename = (title: string) =>
      w.call('PATCH', '/n/story_group', { id, title }, w.owner, { 'if-match': `"${version}"` });
    t.equal((await rename('Second')).statusCode, 200);
    const renamed = (await w.detail(id)).version;
    t.equal((await restore()).statusCode, 200);
    const retitle = await w.call('PATCH', '/n/story_group', { id, title: 'Third' }, w.owner, {
      'if-match': `"${renamed}"`,
    });
    assertRefused(t, retitle, 412, 'VersionConflict');
  });

  t.test('Idempotency-Key: the same request once, another body refused', async (t) => {
    const send = (body: object) => w.call('POST', '/n/story_group', body, w.owner, { 'idempotency-key': 'k1' });
    const body = w.groupBody({ title: 'Once' });
    const answers = await Promise.all([send(body), send(body), send(body)]);
    t.same(
      answers.map((one) => one.statusCode),
      [201, 201, 201],
    );
    t.equal(new Set(answers.map((one) => one.json().data.story_group_id)).size, 1);
    t.equal(answers[0]!.headers.etag, '"1"');
    assertRefused(t, await send({ ...body, title: 'Twice' }), 422, 'IdempotencyKeyReused');
  });

  t.test('bulk acts on groups tell what changed and why the rest did not', async (t) => {
    const [a, b, c] = [await w.group({ status: 2 }), await w.group({ status: 2 }), await w.group()];
    const one = (id: string, status: number) => ({
      app_id: w.app_id,
      id,
      status,
      account_id: w.owner.account_id,
      user_id: null,
    });
    const activated = await w.call('PATCH', '/story_group/multiple', {
      story_groups: [one(a, 1), one(unknownId, 1), one(b, 1), one(c, 1)],
    });
    t.equal(activated.statusCode, 200);
    t.match(activated.json(), {
      message: '2 story groups activated',
      data: { changed: [a, b], refused: [{ id: unknownId, code: 'NotFound' }] },
    });
    const none = await w.call('DELETE', '/story_group/multiple', { story_groups: `${a},${unknownId},${b}` });
    assertRefused(t, none, 409, 'GroupActive');
    t.match(
      none.json().errors,
      [
        { path: a, message: 'You must inactivate a story group to delete it.' },
        { path: unknownId, message: /not|exist/ },
        { path: b, message: 'You must inactivate a story group to delete it.' },
      ],
      'where none was changed, it is told of each',
    );
    await w.call('PATCH', '/story_group/multiple', { story_groups: [one(a, 2), one(b, 2)] });
    const deleted = await w.call('DELETE', '/story_group/multiple', { story_groups: `${a},${b},${c}` });
    t.match(deleted.json(), {
      message: '2 story groups deleted',
      data: {
        changed: [a, b],
        refused: [{ id: c, code: 'GroupActive', message: 'You must inactivate a story group to delete it.' }],
      },
    });
    assertRefused(
      t,
      await w.call('PATCH', '/story_group/multiple', { story_groups: [{ ...one(c, 2), account_id: unknownId }] }),
      404,
      'NotFound',
    );
  });
  t.end();
});
