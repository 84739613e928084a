import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { fontFileName, fontFiles, fontWeights } from '#contracts/studio/font-files.ts';
import { fontNames } from '#contracts/studio/fonts.ts';
import { buildServer } from '#kernel/http/server.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { playerRoutes } from './web-routes.ts';

t.test('the fonts of designs are served for ever to pages of any origin, and nothing beside them', async (t) => {
  const h = await startHarness(t, { parts: false });
  const server = await buildServer(h.kernel, [playerRoutes]);
  t.teardown(() => server.close());
  const ask = (path: string, method: 'GET' | 'HEAD' | 'PUT' = 'GET') =>
    server.inject({ method, url: `/sdk/v1/fonts/${path}`, headers: { 'accept-encoding': 'gzip' } });

  await t.test('every font in both weights, with its licence', async (t) => {
    const contents = new Set<string>();
    for (const font of fontNames) {
      for (const subset of fontFiles.get(font)?.subsets ?? [])
        for (const weight of fontWeights) {
          const name = fontFileName(font, subset, weight);
          const { statusCode, headers, rawPayload } = await ask(name);
          t.equal(statusCode, 200, name);
          t.match(headers, {
            'content-type': 'font/woff2',
            'cache-control': 'public, max-age=31536000, immutable',
            'access-control-allow-origin': '*',
            'cross-origin-resource-policy': 'cross-origin',
            'content-length': String(rawPayload.length),
          });
          t.notOk(headers['content-encoding'], 'it is packed as it is');
          t.equal(rawPayload.toString('latin1', 0, 4), 'wOF2');
          contents.add(rawPayload.toString('base64'));
        }
      const licence = await ask(`${font}/LICENSE.txt`);
      t.equal(licence.headers['content-type'], 'text/plain; charset=utf-8');
      const text = String(gunzipSync(licence.rawPayload));
      t.match(text, /^Copyright 20\d\d The .+ Project Authors/);
      t.match(text, 'SIL OPEN FONT LICENSE');
    }
    t.equal(contents.size, 68, 'each file is another');
  });

  const name = fontFileName('lora', 'latin', 400);
  t.match(await ask(name, 'HEAD'), { statusCode: 200, body: '', headers: { 'content-type': 'font/woff2' } });
  t.equal((await ask(name, 'PUT')).statusCode, 405);
  for (const wrong of [
    'lora-latin-400.woff2',
    'lora-latin-400.AAAAAAAA.woff2',
    name.toUpperCase(),
    'lora.txt',
    '__proto__',
    'constructor',
    '%2e%2e%2fplayer.js',
    '..%2f..%2f..%2fpackage.json',
    `.%2f${name}`,
    `fonts%2f${name}`,
    `${name}/`,
    'x'.repeat(5000),
    'comic-sans/LICENSE.txt',
    '__proto__/LICENSE.txt',
    '..%2ffonts%2flora/LICENSE.txt',
  ]) {
    const { statusCode, headers, body } = await ask(wrong);
    t.equal(statusCode, 404, wrong);
    t.notMatch(headers['cache-control'], 'immutable', wrong);
    t.match(JSON.parse(body), { data: null, code: 'NotFound', message: /\.$/ }, wrong);
  }
});
