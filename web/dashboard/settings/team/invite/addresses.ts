import { holdsSeat } from '#contracts/user/invitation.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { invitedEmail } from '#contracts/user/team-commands.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';
import { statusOf } from '../team-rows.ts';

/** So much of what is pasted is read, and so many addresses of it are kept. */
const longest = 5000;
const most = 50;

// 'Nora Lindqvist <nora@marlow.test>', as mail programs copy people.
const named = /[^,;\n<>]*<([^<>]*)>/g;

/** The addresses in a text: between commas, semicolons, spaces and new lines. */
export const splitAddresses = (text: string): string[] =>
  text
    .slice(0, longest)
    .replace(named, ' $1 ')
    .split(/[\s,;]+/)
    .filter(Boolean);

const keyOf = (address: string) => address.trim().toLowerCase();

/** Addresses with those of a text after them: one that is there twice counts once. */
export const withAddresses = (addresses: readonly string[], text: string): string[] => {
  const byKey = new Map(addresses.map((address) => [keyOf(address), address]));
  for (const address of splitAddresses(text)) if (!byKey.has(keyOf(address))) byKey.set(keyOf(address), address);
  return [...byKey.values()].slice(0, most);
};

/** Why an address cannot be invited; `alone`: the words are about its form and need no name before them. */
export interface AddressProblem {
  text: string;
  alone: boolean;
}

/** What is known to be wrong with an address before it is sent, at `now` in unix seconds; null for one that may be invited. */
export const problemOfAddress = (
  address: string,
  { own, rows, now }: { own: string; rows: readonly TeamMemberRow[]; now: number },
): AddressProblem | null => {
  const { error } = invitedEmail.safeParse(address);
  const [issue] = error?.issues ?? [];
  if (issue) return { text: issue.message, alone: true };
  const key = keyOf(address);
  if (key === keyOf(own)) return { text: t(teamWords.ownAddress), alone: false };
  const known = rows.find((row) => statusOf(row) !== 'deleted' && keyOf(row.email) === key);
  if (!known || (known.invited && !holdsSeat(known.ts_invitation_end, now))) return null;
  return { text: t(known.invited ? refusalWords.InvitationPending : refusalWords.AlreadyInTeam), alone: false };
};

/** The problems of addresses in lines: what is said of several stands there once. */
export const problemLines = (problems: readonly (readonly [address: string, problem: AddressProblem])[]): string =>
  [
    ...new Set(
      problems.map(([address, { text, alone }]) =>
        alone ? text : t(teamWords.addressProblem, { address, problem: text }),
      ),
    ),
  ].join('\n');
