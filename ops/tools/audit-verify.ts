// npm run audit:verify: checks every row of the audit against the log and the heads that were kept outside of the
// database.

import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { ConfigError, loadConfig } from '#kernel/platform/config.ts';
import { ForgedHeads, readKeptHeads } from '#projections/audit/heads.ts';
import { BadAudit, beginWalk, isMadeAnew } from '#projections/audit/verify.ts';
import { openToolKernel } from './connect.ts';

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const verify = async (kernel: Kernel): Promise<number> => {
  const kept = await readKeptHeads(kernel);
  const walk = beginWalk(kernel.db, kept);
  try {
    for (;;) {
      const standing = await walk.step();
      if (standing === 'not yet') {
        console.error(
          'The audit is made anew for this release. Start the product, and try again when it has caught up.',
        );
        return 2;
      }
      if (standing === 'level') break;
    }
  } catch (error) {
    if (!(error instanceof BadAudit)) throw error;
    console.error(`${counted(walk.rows(), 'row')} fit. The first bad row is ${error.message}.`);
    return 1;
  }
  console.log(
    `${counted(walk.rows(), 'row')} of ${counted(walk.accounts(), 'account')} checked: every column of every event is as it was chained.`,
  );
  console.log(
    `${counted(kept.length, 'head')} kept outside of the database lead to the same rows. Signed with key ${kernel.secrets.audit.id}.`,
  );
  return 0;
};

const main = async (): Promise<number> => {
  const kernel = await openToolKernel(loadConfig({ LOG_LEVEL: 'warn', ...process.env }));
  try {
    for (;;) {
      try {
        return await verify(kernel);
      } catch (error) {
        if (!isMadeAnew(error)) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof ForgedHeads)) throw error;
    console.error(`The heads kept in the file store were changed: ${error.message}.`);
    return 1;
  } finally {
    await kernel.close();
  }
};

const code = await main().catch((error) => {
  console.error(error instanceof ConfigError || error instanceof DatabaseUnfit ? error.message : error);
  return 2;
});
// The package of the embedded Postgres would end the process with 0, whatever its exit code says.
process.exit(code);
