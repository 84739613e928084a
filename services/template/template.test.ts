import t from 'tap';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { limits } from '#contracts/api/limits.ts';
import { exampleDesign, sentDesign } from '#contracts/studio/examples.ts';
import type { TemplateRow } from '#contracts/template/rows.ts';
import { evolveTemplate, initialTemplate } from '#contracts/template/state.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';
import { decideNewTemplate, decideTemplateChange, decideTemplateEnd } from './decide.ts';

const content = { title: 'Sale', category: 'sale', studio: exampleDesign(['text', 'text-0001']) } as const;
const by = { user_id: 'nora', account_id: 'a', permissions: { app_owner: ['shop'] } };

t.test('the rules of a template', async (t) => {
  const made = decideNewTemplate(by, content, limits.templates - 1);
  t.same(made, [{ type: 'TemplateAdded', data: { account_id: 'a', user_id: 'nora', ...content } }]);
  t.throws(() => decideNewTemplate(by, content, limits.templates), { code: 'TemplateLimitReached' });
  const creator = { ...by, permissions: { story_creator: ['shop'] } };
  t.throws(() => decideNewTemplate(creator, content, 0), { code: 'PermissionDenied' });
  const kept = made.reduce(evolveTemplate, initialTemplate('t'));
  t.same(decideTemplateChange(by, kept, structuredClone({ ...content })), [], 'what it is already');
  t.same(decideTemplateChange(by, kept, { title: 'Winter' }), [{ type: 'TemplateChanged', data: { title: 'Winter' } }]);
  t.throws(() => decideTemplateChange(creator, kept, { title: 'Winter' }), { code: 'PermissionDenied' });
  t.throws(() => decideTemplateEnd({ ...by, account_id: 'b' }, kept), { code: 'NotFound' });
  const gone = decideTemplateEnd(by, kept).reduce(evolveTemplate, kept);
  t.throws(() => decideTemplateEnd(by, gone), { code: 'NotFound' });
  t.throws(() => decideTemplateChange(by, gone, { title: 'Winter' }), { code: 'NotFound' });
});

t.test('templates and the brand kit over HTTP', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const stranger = await ownerWithApp(h);
  const creator = await w.member({ story_creator: [w.app_id] });
  const templates = async (as = w.owner): Promise<TemplateRow[]> =>
    (await w.call('GET', '/story/template', undefined, as)).json().data;
  const add = (more: object = {}, as = w.owner) =>
    w.call('POST', '/story/template', { title: 'Coat', category: 'product', studio: sentDesign(), ...more }, as);
  const withImage = (media: string) => sentDesign(['image', 'image-0001', { media }], ['poll', 'poll-0001']);

  await t.test('a template is kept, answered, changed and deleted', async (t) => {
    const added = await add({ title: ' Coat ', studio: withImage(w.image) });
    t.equal(added.statusCode, 201, added.body);
    const { id } = added.json().data;
    const [row] = await templates(creator);
    t.match(row, { id, title: 'Coat', category: 'product', user_id: w.owner.user_id, version: 1 });
    t.match(row!.studio.imageData[0]!.media, /^http.*\/media\/[0-9a-f]{64}\.png$/);
    const change = (body: object, headers = {}) =>
      w.call('PATCH', '/story/template', { id, ...body }, w.owner, headers);
    t.equal((await change({ studio: row!.studio, title: 'Coats' })).json().data.version, 2, 'sent again as it was');
    assertRefused(t, await change({ title: 'Mine' }, { 'if-match': '"1"' }), 412, 'VersionConflict');
    t.equal((await change({ title: 'Coats' }, { 'if-match': '"2"' })).json().data.version, 2, 'nothing changed');
    const { rows } = await h.kernel.db.pool.query(
      'select m.key from media_use m join upload u on u.key = m.key where u.account_id = $1',
      [w.owner.account_id],
    );
    t.ok(
      rows.some(({ key }) => row!.studio.imageData[0]!.media.endsWith(key)),
      'its picture is kept',
    );
    t.equal((await w.call('DELETE', '/story/template', { id }, creator)).statusCode, 403);
    t.equal((await w.call('DELETE', '/story/template', { id })).statusCode, 200);
    t.same(await templates(), []);
    assertRefused(t, await w.call('DELETE', '/story/template', { id }), 404, 'NotFound');
  });

  await t.test('bad input', async (t) => {
    assertRefused(t, await add({ title: 'x'.repeat(41) }), 422, 'Invalid', 'title');
    assertRefused(t, await add({ title: ' ' }), 422, 'Invalid', 'title');
    assertRefused(t, await add({ category: '__proto__' }), 422, 'Invalid', 'category');
    assertRefused(t, await add({ studio: { ...sentDesign(), version: 2 } }), 422, 'Invalid', 'studio.version');
    const path = 'studio.imageData.0.media';
    for (const media of [stranger.image, w.video, '/sdk/v1/templates/coat.webp', `/media/${'0'.repeat(64)}.png`])
      assertRefused(t, await add({ studio: withImage(media) }), 422, 'UnknownMedia', path);
    const large = sentDesign(
      ...Array.from({ length: 30 }, (_, n) => ['text', `text-${n}-000`, { text: '😀'.repeat(300) }] as const),
    );
    assertRefused(t, await add({ studio: large }), 422, 'Invalid', 'studio');
    assertRefused(t, await add({}, creator), 403, 'PermissionDenied');
    assertRefused(t, await w.call('PATCH', '/story/template', { title: 'No one' }), 422, 'Invalid', 'id');
    assertRefused(t, await w.call('PATCH', '/story/template', { id: unknownId, title: 'x' }), 404, 'NotFound');
    t.same(await templates(), []);
  });

  await t.test('an account has a hundred, also where two are added at once', async (t) => {
    const { id } = (await add()).json().data;
    await h.kernel.db.pool.query(
      `insert into template select gen_random_uuid(), account_id, user_id, title, category, studio, ts_created, ts_updated, version
         from template, generate_series(1, $2) where id = $1`,
      [id, limits.templates - 2],
    );
    const answers = await Promise.all([add(), add(), add()]);
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [201, 409, 409]);
    t.equal((await templates()).length, limits.templates);
    assertRefused(t, await add(), 409, 'TemplateLimitReached');
    t.equal((await templates(stranger.owner)).length, 0, 'another account has its own');
    assertRefused(t, await w.call('PATCH', '/story/template', { id, title: 'x' }, stranger.owner), 404, 'NotFound');
  });

  await t.test('the brand kit', async (t) => {
    const kit = async (as = w.owner): Promise<BrandKit> =>
      (await w.call('GET', '/account/brand_kit', undefined, as)).json().data;
    const put = (body: object, as = w.owner) => w.call('PUT', '/account/brand_kit', body, as);
    t.same(await kit(), { colors: [], fonts: [], logo: { light: null, dark: null }, button: null, card: null });
    const wanted = {
      colors: [{ name: 'Pine', value: '#12805c' }],
      fonts: ['lora', 'lora'],
      logo: { light: w.image },
      button: { radius: 24 },
    };
    const saved = await put(wanted);
    t.equal(saved.statusCode, 200, saved.body);
    t.match(await kit(creator), {
      colors: wanted.colors,
      fonts: ['lora'],
      logo: { light: w.image, dark: null },
      button: { radius: 24, text_size: 2, text_weight: 700 },
      card: null,
    });
    t.equal((await put(await kit())).statusCode, 200, 'sent again as it is');
    const events = await w.events(`account-${w.owner.account_id}`);
    t.equal(events.filter((type) => type === 'BrandKitChanged').length, 1);
    t.same((await kit(stranger.owner)).colors, [], 'of another account');
    const color = { name: 'Pine', value: '#12805c' };
    assertRefused(t, await put({ colors: Array(13).fill(color) }), 422, 'Invalid', 'colors');
    assertRefused(t, await put({ colors: [{ ...color, value: 'red' }] }), 422, 'Invalid', 'colors.0.value');
    assertRefused(t, await put({ fonts: ['lora', 'inter', 'cairo'] }), 422, 'Invalid', 'fonts');
    assertRefused(t, await put({ fonts: ['comic'] }), 422, 'Invalid', 'fonts.0');
    assertRefused(t, await put({ logo: { dark: stranger.image } }), 422, 'UnknownMedia', 'logo.dark');
    assertRefused(t, await put({ logo: { dark: 'https://shop.example/a.png' } }), 422, 'UnknownMedia', 'logo.dark');
    assertRefused(t, await put({ card: { text_size: 2 } }), 422, 'Invalid', 'card.text_size');
    for (const role of ['app_owner', 'story_creator', 'brodcaster'] as const)
      assertRefused(t, await put({}, await w.member({ [role]: [w.app_id] })), 403, 'PermissionDenied');
    const broadcaster = await w.member({ brodcaster: [w.app_id] });
    assertRefused(t, await w.call('GET', '/account/brand_kit', undefined, broadcaster), 403, 'PermissionDenied');
    t.same((await kit()).colors, wanted.colors);
  });
});
