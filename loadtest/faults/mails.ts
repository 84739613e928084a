import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { delay } from '#kernel/platform/delay.ts';
import { pick } from '#ops/testing/random.ts';
import { type RunState, waitUntilWanted } from './clients.ts';
import type { ClientFixture } from './fixtures.ts';
import type { Ledger } from './ledger.ts';

/** A request for a mail; without a response nobody knows whether it will come. */
export interface MailLine {
  email: string;
  answered: boolean;
}

/** Asks for one reset mail after another, without repeating any. */
export const runMailClient = async (
  state: RunState,
  fixtures: readonly ClientFixture[],
  ledger: Ledger<MailLine>,
): Promise<void> => {
  for (;;) {
    await waitUntilWanted(state, 'commands');
    if (state.over) return;
    const { email } = pick(state.random, fixtures).person;
    const call = { method: 'POST', path: '/api/forgot_password', headers: {}, body: { email } };
    const answer = await state.client.attempt(pick(state.random, state.addresses), call);
    await ledger.write({ email, answered: answer?.status === 200 });
    if (!answer) await delay(100);
  }
};

/** Compares the ledger with the outbox: every mail that was promised is there, and none twice. */
export const compareMails = async (dataDir: string, lines: readonly MailLine[]): Promise<string[]> => {
  const folder = join(dataDir, 'outbox');
  const sent = new Map<string, number>();
  // The first mail makes the folder: without one nothing can have been promised.
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    if (!name.endsWith('.json')) continue;
    const { to } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string };
    sent.set(to, (sent.get(to) ?? 0) + 1);
  }
  const faults: string[] = [];
  for (const email of new Set(lines.map((line) => line.email))) {
    const asked = lines.filter((line) => line.email === email);
    const promised = asked.filter((line) => line.answered).length;
    const count = sent.get(email) ?? 0;
    if (count < promised || count > asked.length)
      faults.push(`${email} asked for ${asked.length} mails, was promised ${promised} and got ${count}`);
  }
  return faults;
};
