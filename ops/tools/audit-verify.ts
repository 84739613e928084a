// npm run audit:verify: checks every row of the audit against the log and the heads that were kept outside of the
// database.
import type { Kernel } from '#kernel/kernel.ts';
import { ForgedHeads, readKeptHeads } from '#projections/audit/heads.ts';
import { BadAudit, beginWalk, isMadeAnew } from '#projections/audit/verify.ts';
import { runAsTool, withToolKernel } from './shell/run-as-tool.ts';

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
          'The audit is being rebuilt for this release. Start the product and try again when it has caught up.',
        );
        return 2;
      }
      if (standing === 'level') break;
    }
  } catch (error) {
    if (!(error instanceof BadAudit)) throw error;
    console.error(`${counted(walk.rows(), 'row')} match. The first bad row is ${error.message}.`);
    return 1;
  }
  console.log(
    `Checked ${counted(walk.rows(), 'row')} of ${counted(walk.accounts(), 'account')}. Every column of every event matches its chain.`,
  );
  console.log(
    `${counted(kept.length, 'head')} kept outside the database match. Signed with key ${kernel.secrets.audit.id}.`,
  );
  return 0;
};

await runAsTool(() =>
  withToolKernel(async (kernel) => {
    for (;;) {
      try {
        return await verify(kernel);
      } catch (error) {
        if (isMadeAnew(error)) continue;
        if (!(error instanceof ForgedHeads)) throw error;
        console.error(`The heads kept in the file store were changed: ${error.message}.`);
        return 1;
      }
    }
  }),
);
