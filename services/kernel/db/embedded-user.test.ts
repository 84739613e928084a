import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { letIn } from './embedded-user.ts';
import { DatabaseUnfit } from './migrate.ts';

const skip = process.getuid?.() === 0 ? false : 'only root starts Postgres as somebody else';

t.test(
  'the user that Postgres runs as is let into its own folder alone, or the start says why not',
  { skip },
  async (t) => {
    const top = await mkdtemp(join(tmpdir(), 'storyrail-home-'));
    t.teardown(() => rm(top, { recursive: true, force: true }));
    await chmod(top, 0o755);
    const modes = async () =>
      [top, join(top, 'home'), join(top, 'home', 'data')].map(async (one) => (await stat(one)).mode & 0o777);
    const all = async () => Promise.all(await modes());
    await mkdir(join(top, 'home', 'data'), { recursive: true, mode: 0o700 });
    await chmod(join(top, 'home'), 0o700);
    await chmod(join(top, 'home', 'data'), 0o700);
    const home = join(top, 'home');
    await t.rejects(letIn(join(home, 'data'), []), {
      constructor: DatabaseUnfit,
      message: new RegExp(`user postgres, who may not enter ${home}\\. .*chmod o\\+x ${home}`),
    });
    t.same((await all()).slice(0, 2), [0o755, 0o700], 'what lies above stays as it is');
    await chmod(home, 0o711);
    await t.rejects(letIn(join(home, 'data'), ['/nowhere']), { code: 'ENOENT' });
    await letIn(join(home, 'data'), [home]);
    t.same(await all(), [0o755, 0o711, 0o710], 'its folder opens to its group');
    await mkdir(join(home, 'programs'), { mode: 0o700 });
    await t.rejects(letIn(join(home, 'data'), [join(home, 'programs')]), { message: /may not enter .*programs/ });
  },
);
