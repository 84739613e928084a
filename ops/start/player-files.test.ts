import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { buildServer } from '#kernel/http/server.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { playerRoutes } from './web-routes.ts';

t.test(
  'the player imports its modules by their content, which are kept for ever; an old name gets those of today',
  async (t) => {
    const h = await startHarness(t, { parts: false });
    const server = await buildServer(h.kernel, [playerRoutes]);
    t.teardown(() => server.close());
    const ask = (path: string, encoding = 'identity', etag = '') =>
      server.inject({ url: `/sdk/v1/${path}`, headers: { 'accept-encoding': encoding, 'if-none-match': etag } });

    const player = await ask('player.js');
    t.equal(player.headers['cache-control'], 'public, max-age=300');
    const design = /modules\/design\.[\w-]{22}\.js/.exec(player.body)?.[0] ?? '';
    const inDesign = (await ask(design)).body;
    const [words, fonts] = ['words', 'fonts'].map(
      (name) => `modules/${new RegExp(`design-${name}\\.[\\w-]{22}\\.js`).exec(inDesign)?.[0]}`,
    ) as [string, string];
    for (const name of [design, words, fonts]) {
      const plain = await ask(name);
      t.match(plain, {
        statusCode: 200,
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        },
      });
      const packed = await ask(name, 'gzip');
      t.equal(String(gunzipSync(packed.rawPayload)), plain.body);
      t.equal((await ask(name, 'gzip', String(packed.headers.etag))).statusCode, 304);
      const old = await ask(name.replace(/\.[\w-]{22}\./, `.${'a'.repeat(22)}.`));
      t.equal(old.body, plain.body, 'an older player gets the module of today');
      t.equal(old.headers['cache-control'], 'no-store');
    }
    const weights = await Promise.all(
      ['player.js', design, fonts].map(async (name) => (await ask(name, 'gzip')).rawPayload.length),
    );
    t.comment(`${weights.join(' + ')} bytes`);
    const [ofPlayer, ofDesign] = weights as [number, number];
    t.ok(ofPlayer <= 15_360, 'the player, as served');
    t.ok(ofDesign <= 12_288, 'what draws designs, as served');
    t.ok(ofPlayer + ofDesign <= 27_648, 'both together, as served');
    for (const wrong of ['design.js', 'player.js', '__proto__', `constructor.${'a'.repeat(22)}.js`, '..%2fplayer.js'])
      t.match(JSON.parse((await ask(`modules/${wrong}`)).body), { data: null, code: 'NotFound' }, wrong);
  },
);
