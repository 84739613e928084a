// npm run staff -- add <email> | remove <email> | list: who may see the admin area.
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { delay } from '#kernel/platform/delay.ts';
import { makeLink } from '#kernel/sessions/links.ts';
import { addStaff, removeStaff } from '#services/admin/staff.ts';
import { runAsTool, withToolKernel } from './shell/run-as-tool.ts';

const usage = 'Usage: npm run staff -- add <email> | remove <email> | list';

const printLink = async (kernel: Kernel, user_id: string, email_ref: string): Promise<void> => {
  const token = await makeLink(kernel.db, { user_id, purpose: 'reset_password', email_ref }, kernel.now());
  console.log(`Set a password here within an hour: ${kernel.config.PUBLIC_URL}/password-reset/${token}`);
};

const add = async (kernel: Kernel, email: string): Promise<number> => {
  const { data } = await runCommand(kernel, systemContext(kernel.now()), async (trx) => ({
    status: 200,
    data: await addStaff(trx, email),
  }));
  const said = {
    registered: `${email} is staff now.`,
    appointed: `${email} already had an account and is staff now.`,
    unchanged: `${email} is already staff.`,
  };
  console.log(said[data.outcome]);
  const secret = await kernel.db.query
    .selectFrom('user_secret')
    .select('user_id')
    .where('user_id', '=', data.user_id)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  if (!secret) await printLink(kernel, data.user_id, data.email_ref);
  return 0;
};

const remove = async (kernel: Kernel, email: string): Promise<number> => {
  const { data } = await runCommand(kernel, systemContext(kernel.now()), async (trx) => ({
    status: 200,
    data: await removeStaff(trx, email),
  }));
  console.log(data ? `${email} is no longer staff.` : `${email} is not staff.`);
  return data ? 0 : 1;
};

const list = async (kernel: Kernel): Promise<number> => {
  const { rows } = await kernel.db.pool.query<{ email_ref: string }>(
    `select email_ref from member where staff and phase = 'member' order by ts_registration, id`,
  );
  const person = await readPersonal(
    kernel.db,
    rows.map((row) => row.email_ref),
  );
  console.log(rows.length === 0 ? 'There are no staff yet.' : rows.map((row) => person(row.email_ref)).join('\n'));
  return 0;
};

await runAsTool(async ([act, email]) => {
  const work = act === 'list' && !email ? list : email && { add, remove }[act as 'add' | 'remove'];
  if (!work) {
    console.error(usage);
    return 2;
  }
  return withToolKernel(async (kernel) => {
    const code = await work(kernel, email ?? '');
    // A wake-up is sent a moment after it was told.
    await delay(50);
    return code;
  });
});
