import { limits } from '#contracts/api/limits.ts';
import { email } from '#contracts/user/commands.ts';

/** What a provider says of a person. `email` is only one that it has verified. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  email: string | null;
  firstname: string;
  lastname: string;
}

/** So much of a name is looked at: to put marks in their order costs the square of how many there are. */
const longestName = 4 * limits.personName;

const nameOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .slice(0, longestName)
        .normalize('NFC')
        .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, limits.personName)
        // Half of a character that the cut went through.
        .replace(/\p{Cs}$/u, '')
    : '';

/** Two names out of whatever claims name the person; without any, the part of the email before its @. */
const namesOf = (claims: Record<string, unknown>, address: string | null) => {
  const [given, family, full] = [nameOf(claims.given_name), nameOf(claims.family_name), nameOf(claims.name)];
  if (family) return { firstname: given, lastname: family };
  const words = (full || given || nameOf(address?.split('@')[0])).split(/\s+/);
  return { firstname: words.slice(0, -1).join(' '), lastname: words.at(-1) ?? '' };
};

// LinkedIn has been seen to send it as a text.
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** The person that checked claims are about. */
export const personOf = (issuer: string, claims: Record<string, unknown> & { sub: string }): ProvidedPerson => {
  const address = isTrue(claims.email_verified) ? email.safeParse(claims.email).data : undefined;
  return { issuer, subject: claims.sub, email: address ?? null, ...namesOf(claims, address ?? null) };
};
