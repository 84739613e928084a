import t from 'tap';
import { ensurePackages, install, PeerMissing } from './install.ts';
import { type Measured, orSkipped } from './measure.ts';
import { formatMarkdown } from './results.ts';

const measured: Measured = {
  path: 'append',
  peer: 'another',
  unit: 'appends/s',
  ours: 300,
  theirs: 100,
  ratio: 3,
  spread: [2.9, 3.1],
  goal: 2,
  floor: null,
};

t.test('a peer that is not to be had is listed with the reason, any other failure is one', async (t) => {
  t.same(await orSkipped('append', 'another', async () => [measured]), [measured]);
  const missing = await orSkipped('append', 'another', () => Promise.reject(new PeerMissing('not installed')));
  t.same(missing, [{ path: 'append', peer: 'another', reason: 'not installed' }]);
  await t.rejects(
    orSkipped('append', 'another', () => Promise.reject(new Error('wrong figures'))),
    { message: 'wrong figures' },
  );
  const page = formatMarkdown(
    new Date(0),
    ['2 cores'],
    5,
    [measured],
    [{ path: 'uniques', peer: 'hll', reason: 'no root' }],
  );
  t.match(page, '| append | 300 appends/s | another | 100 | 3.00× (2.90×–3.10×) | 2× | – | goal met |');
  t.match(page, '- uniques: not measured against hll: no root');
  t.notMatch(formatMarkdown(new Date(0), [], 5, [measured], []), 'Not measured');
});

t.test('what is found is not installed, and an installation that fails says why', async (t) => {
  t.equal(
    ensurePackages(() => '/usr/sbin/one', ['no-such-package']),
    '/usr/sbin/one',
  );
  const words = ['-e', 'console.error("no room left"); process.exit(1)'];
  t.throws(() => install(process.execPath, words), { name: 'PeerMissing', message: /no room left/ });
  t.throws(() => install('no-such-program', ['install']), { name: 'PeerMissing', message: /ENOENT/ });
  t.doesNotThrow(() => install(process.execPath, ['-e', '']));
});
