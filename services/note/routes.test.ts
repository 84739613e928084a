import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('notes over HTTP', async (t) => {
  const h = await startHarness(t);
  const w = await ownerWithApp(h);
  const list = async () => (await w.call('GET', `/note?app_id=${w.app_id}`)).json().data;

  await t.test('a note is pinned, changed and deleted, and the audit tells of it', async (t) => {
    const made = await w.call('POST', '/note', { app_id: w.app_id, words: 'Monday' });
    t.equal(made.statusCode, 201, made.body);
    const { id } = made.json().data;
    t.match(await list(), [{ id, words: 'Monday', user_id: w.owner.user_id, version: 1 }]);
    t.equal((await w.call('PATCH', '/note', { note_id: id, words: 'Tuesday' })).json().data.version, 2);
    t.match(await list(), [{ id, words: 'Tuesday' }]);
    t.equal((await w.call('DELETE', '/note', { note_id: id })).statusCode, 200);
    t.same(await list(), []);
    assertRefused(t, await w.call('PATCH', '/note', { note_id: id, words: 'x' }), 404, 'NotFound');
    await h.caughtUp();
    const audit = await w.call('GET', '/audit?subject_type=note');
    t.match(
      audit.json().data.map((row: { sentence: string }) => row.sentence),
      ['deleted the note “Tuesday”', 'changed the note “Monday” to “Tuesday”', 'pinned the note “Monday”'],
    );
  });

  await t.test('a note has words and an app of the account', async (t) => {
    assertRefused(t, await w.call('POST', '/note', { app_id: w.app_id, words: '' }), 422, 'Invalid', 'words');
    assertRefused(t, await w.call('POST', '/note', { app_id: unknownId, words: 'x' }), 404, 'NotFound');
    assertRefused(t, await w.call('DELETE', '/note', { note_id: unknownId }), 404, 'NotFound');
  });
});
