import { readFileSync } from 'node:fs';
import type { AccountState } from '#contracts/account/state.ts';
import { invalidField, refusalAt } from '#contracts/api/errors.ts';
import { textLength } from '#contracts/api/text.ts';
import type { UserState } from '#contracts/user/state.ts';
import { fill } from '#contracts/words/phrase.ts';
import { userFieldWords } from '#contracts/words/user-fields.en.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Config } from '#kernel/platform/config.ts';

// Read as the process starts: one without the list must not run.
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** What is known of whoever chooses a password. */
export interface PasswordOwner {
  email: string;
  firstname: string;
  lastname: string;
  company: string;
}

// What is left when a word is typed with other capitals, spaces and signs.
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const isOwn = (password: string, { email, firstname, lastname, company }: PasswordOwner): boolean => {
  const address = email.trim();
  const known = [
    address,
    address.slice(0, address.lastIndexOf('@')),
    firstname,
    lastname,
    firstname + lastname,
    company,
  ];
  const chosen = bare(password);
  return chosen !== '' && known.some((one) => bare(one) === chosen);
};

/**
 * Refuses a password that is about to be set: as Invalid one of fewer than PASSWORD_MIN code points, as PasswordTooCommon
 * one of the 10,000 commonest (common-passwords.txt) and one that is the person's address, name or company. Passwords are
 * judged when they are set, never at sign-in. `field` is where it stands in the body.
 */
export const requireGoodPassword = (
  { PASSWORD_MIN: least }: Pick<Config, 'PASSWORD_MIN'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): void => {
  if (textLength(password) < least) throw invalidField(field, fill(userFieldWords.passwordShort, { least }));
  if (commonPasswords.has(password.normalize('NFKC').toLowerCase()) || isOwn(password, owner))
    throw refusalAt(field, 'PasswordTooCommon');
};

/** What is known of a user who is to choose a password; `names` where they are given in the same request. */
export const passwordOwner = async (
  { db }: Pick<Kernel, 'db'>,
  userId: string,
  names?: Pick<PasswordOwner, 'firstname' | 'lastname'>,
): Promise<PasswordOwner> => {
  const { state: user } = await loadStream<UserState>(db.pool, `user-${userId}`);
  const { state: account } = await loadStream<AccountState>(db.pool, `account-${user.account_id}`);
  const { email_ref, firstname_ref, lastname_ref } = user;
  const person = await readPersonal(
    db,
    [email_ref, firstname_ref, lastname_ref].filter((ref) => ref !== null),
  );
  return {
    email: person(email_ref),
    firstname: names?.firstname ?? person(firstname_ref),
    lastname: names?.lastname ?? person(lastname_ref),
    company: account.name,
  };
};
