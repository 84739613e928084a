// npm run seed -- <email> [--apps 100] [--instances 10] [--groups 10] [--stories 20]: fills the account of a user.
import { parseArgs } from 'node:util';
import type { Kernel } from '#kernel/kernel.ts';
import { holderOf } from '#kernel/sessions/email.ts';
import { drawPictures } from './seed/pictures.ts';
import { seedVolume, type Volume } from './seed/volume.ts';
import { runAsTool, withToolKernel } from './shell/run-as-tool.ts';

const usage = 'Usage: npm run seed -- <email> [--apps 100] [--instances 10] [--groups 10] [--stories 20]';

/**
 * What the arguments ask for; null when they cannot be read. `groups` are those of each instance, `stories` of each
 * group.
 */
const readArguments = (): { email: string; volume: Volume } | null => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        apps: { type: 'string', default: '100' },
        instances: { type: 'string', default: '10' },
        groups: { type: 'string', default: '10' },
        stories: { type: 'string', default: '20' },
      },
    });
    const numbers = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
    const most: Volume = { apps: 1000, instances: 100, groups: 1000, stories: 100 };
    for (const [name, limit] of Object.entries(most))
      if (!Number.isInteger(numbers[name]) || numbers[name]! < 1 || numbers[name]! > limit) return null;
    return positionals.length === 1 ? { email: positionals[0]!, volume: numbers as unknown as Volume } : null;
  } catch {
    return null;
  }
};

const accountOf = async (kernel: Kernel, email: string): Promise<{ user_id: string; account_id: string } | null> => {
  const user_id = await holderOf(kernel.db, kernel, email);
  if (!user_id) return null;
  const { rows } = await kernel.db.pool.query<{ account_id: string }>('select account_id from member where id = $1', [
    user_id,
  ]);
  return rows[0] ? { user_id, account_id: rows[0].account_id } : null;
};

const fill = async (kernel: Kernel, email: string, volume: Volume): Promise<number> => {
  const person = await accountOf(kernel, email);
  if (!person) {
    console.error(`No user has the email ${email}. Sign up first, or use an email of the demo account.`);
    return 1;
  }
  const started = performance.now();
  const whole = volume.apps * volume.instances * volume.groups;
  let told = 0;
  const pictures = await drawPictures(kernel, person.account_id);
  await seedVolume(kernel, { ...person, ...pictures }, volume, (groups) => {
    if (groups - told < whole / 10) return;
    told = groups;
    console.log(`  ${groups} of ${whole} story groups`);
  });
  await kernel.db.pool.query('analyze');
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${volume.apps} apps, ${volume.apps * volume.instances} instances, ${whole} story groups, ${whole * volume.stories} stories in ${seconds} s.`,
  );
  return 0;
};

const main = async (): Promise<number> => {
  const asked = readArguments();
  if (asked) return withToolKernel((kernel) => fill(kernel, asked.email, asked.volume));
  console.error(usage);
  return 2;
};

await runAsTool(main, { failed: 1 });
