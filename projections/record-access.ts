import type { FastifyRequest } from 'fastify';
import { streamId, streamNoun } from '#contracts/stream-name.ts';
import { recordRead, type StaffRead } from '#kernel/http/record-access.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** The accounts of people, at most two. */
export const accountsOfPeople = async (kernel: Pick<Kernel, 'db'>, people: readonly string[]): Promise<string[]> => {
  const { rows } = await kernel.db.pool.query<{ account_id: string }>(
    'select distinct account_id from member where id = any($1::uuid[]) limit 2',
    [people],
  );
  return rows.map((row) => row.account_id);
};

/** In whose audit an export stands: what is of one account in its own; null, of several, is that of who takes it. */
export const onlyAccount = (accounts: readonly string[]): string | null =>
  accounts.length === 1 ? (accounts[0] ?? null) : null;

/** Records that staff read a person; an unknown id records nothing. */
export const recordPersonRead = async (kernel: Kernel, request: FastifyRequest, id: string): Promise<void> => {
  const [account_id] = await accountsOfPeople(kernel, [id]);
  if (account_id) await recordRead(kernel, request, { subject_type: 'user', subject_id: id, account_id });
};

/** Records that staff read an account's history; an unknown id records nothing. */
export const recordAccountRead = async (kernel: Kernel, request: FastifyRequest, id: string): Promise<void> => {
  const { rowCount } = await kernel.db.pool.query('select from account where id = $1', [id]);
  if (rowCount) await recordRead(kernel, request, { subject_type: 'account', subject_id: id, account_id: id });
};

/** Records that staff read streams: of a person, or of what belongs to an account. */
export const recordStreamReads = async (
  kernel: Kernel,
  request: FastifyRequest,
  events: readonly { stream: string; account_id: string | null }[],
): Promise<void> => {
  const reads = new Map<string, StaffRead>();
  for (const { stream, account_id } of events) {
    const person = streamNoun(stream) === 'user' ? streamId(stream) : null;
    if (person) {
      const [account] = reads.has(person) ? [] : await accountsOfPeople(kernel, [person]);
      if (account) reads.set(person, { subject_type: 'user', subject_id: person, account_id: account });
    } else if (account_id) reads.set(account_id, { subject_type: 'account', subject_id: account_id, account_id });
  }
  for (const one of reads.values()) await recordRead(kernel, request, one);
};
