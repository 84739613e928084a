import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { Refusal } from '#contracts/api/errors.ts';
import type { NewPasskey, PasskeyAnswer } from '#contracts/user/factors.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Config } from '#kernel/platform/config.ts';
import { tokenHash } from '#kernel/platform/secrets.ts';

const challengeSeconds = 300;
/** Challenges of one session or network that wait for an answer: the oldest goes when another is made. */
const maxOpen = { add: 5, sign_in: 1000 } as const;

type Challenge = keyof typeof maxOpen;
type PasskeyKernel = Pick<Kernel, 'config' | 'db' | 'now'>;

const isAddress = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/**
 * Where passkeys belong to: the name in PUBLIC_URL, which a browser compares with its address bar. Refuses with
 * PasskeysNeedName where that is an IP address, which no browser takes.
 */
export const relyingParty = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): { rpID: string; origin: string } => {
  const { hostname, origin } = new URL(PUBLIC_URL);
  if (isAddress.test(hostname)) throw new Refusal('PasskeysNeedName');
  return { rpID: hostname, origin };
};

/** Makes a challenge that is good for one answer within 5 minutes. `owner` is a session, or the keyed hash of a network. */
const newChallenge = async ({ db, now }: PasskeyKernel, purpose: Challenge, owner: string): Promise<Buffer> => {
  const challenge = randomBytes(32);
  const at = now();
  await db.pool.query({
    name: 'drop-challenges',
    text: `delete from passkey_challenge where ctid = any(array(
             (select ctid from passkey_challenge where expires_at <= $1 limit 100) union all
             (select ctid from passkey_challenge where owner = $2 order by expires_at desc offset $3)))`,
    values: [new Date(at), owner, maxOpen[purpose] - 1],
  });
  await db.query
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: tokenHash(challenge.toString('base64url')),
      purpose,
      owner,
      expires_at: new Date(at + challengeSeconds * 1000),
    })
    .execute();
  return challenge;
};

/** The challenge that an answer says it was made for; null for what cannot be read. */
const challengeIn = (clientDataJSON: string): string | null => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && challenge.length <= 100 ? challenge : null;
  } catch {
    return null;
  }
};

/** Uses up the challenge of an answer: once, in time, for this purpose and, if it is given, by this owner. */
const takeChallenge = async (
  { db, now }: PasskeyKernel,
  purpose: Challenge,
  clientDataJSON: string,
  owner: string | null,
): Promise<string | null> => {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const row = await db.query
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', tokenHash(challenge))
    .where('purpose', '=', purpose)
    .returning(['owner', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at.getTime() <= now() || (owner !== null && row.owner !== owner)) return null;
  return challenge;
};

/** What a browser asks any passkey of this place with: nobody has to say who they are before. */
export const signInOptions = async (kernel: PasskeyKernel, owner: string) => {
  const { rpID } = relyingParty(kernel.config);
  const challenge = await newChallenge(kernel, 'sign_in', owner);
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    timeout: challengeSeconds * 1000,
  });
};

/** What a browser makes a passkey with for somebody who is signed in. */
export const newPasskeyOptions = async (
  kernel: PasskeyKernel,
  user: { user_id: string; session_id: string; email: string; name: string },
) => {
  const { rpID } = relyingParty(kernel.config);
  const held = await kernel.db.query
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user.user_id)
    .execute();
  const challenge = await newChallenge(kernel, 'add', user.session_id);
  return generateRegistrationOptions({
    rpName: 'Storyrail',
    rpID,
    userID: new TextEncoder().encode(user.user_id),
    userName: user.email,
    userDisplayName: user.name || user.email,
    challenge: new Uint8Array(challenge),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: held.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
};

/** What is kept of a passkey that was made for this session; refuses with PasskeyNotValid one that was not. */
export const readNewPasskey = async (kernel: PasskeyKernel, sessionId: string, given: NewPasskey) => {
  const { rpID, origin } = relyingParty(kernel.config);
  const challenge = await takeChallenge(kernel, 'add', given.response.clientDataJSON, sessionId);
  if (challenge === null) throw new Refusal('PasskeyNotValid');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...given, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    if (!verified) throw new Refusal('PasskeyNotValid');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []) as string[],
      synced: credentialBackedUp,
    };
  } catch {
    throw new Refusal('PasskeyNotValid');
  }
};

/** Whose passkey an answer is of, before anything was checked; null for one that nobody has. */
export const passkeyHolder = async ({ db }: Pick<Kernel, 'db'>, credentialId: string): Promise<string | null> => {
  const row = await db.query
    .selectFrom('passkey')
    .select('user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row?.user_id ?? null;
};

/**
 * Uses a passkey's answer to a challenge of ours, of this person, with the person verified by the device; answers its id, or
 * null for what does not hold. The counter only rises: an answer that a copy made is refused.
 */
export const takePasskey = async (
  kernel: PasskeyKernel,
  answer: PasskeyAnswer,
  userId: string,
): Promise<string | null> => {
  const { rpID, origin } = relyingParty(kernel.config);
  const { db, now } = kernel;
  const challenge = await takeChallenge(kernel, 'sign_in', answer.response.clientDataJSON, null);
  const held = await db.query
    .selectFrom('passkey')
    .select(['id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', answer.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (challenge === null || !held) return null;
  const { userHandle } = answer.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== userId) return null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: held.credential_id, publicKey: new Uint8Array(held.public_key), counter: held.counter },
  }).catch(() => ({ verified: false as const, authenticationInfo: null }));
  if (!verified || !authenticationInfo) return null;
  const { newCounter, credentialBackedUp: synced } = authenticationInfo;
  const { rowCount } = await db.pool.query(
    `update passkey set counter = $2, used_at = $3, synced = $4
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [held.id, newCounter, new Date(now()), synced],
  );
  return rowCount ? held.id : null;
};

/** Keeps a passkey under an id; false when somebody has it already. */
export const keepPasskey = async (
  trx: Trx,
  row: Awaited<ReturnType<typeof readNewPasskey>> & { id: string; user_id: string; name: string; created_at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx.query
    .insertInto('passkey')
    .values({ ...row, used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** What a person's passkey is called; refuses with NotFound one that is not theirs. */
export const nameOfPasskey = async (trx: Trx, user_id: string, id: string): Promise<string> => {
  const held = await trx.query
    .selectFrom('passkey')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (!held) throw new Refusal('NotFound');
  return held.name;
};

/** Whether a passkey is still there; holds it until the transaction ends. */
export const holdPasskey = async (trx: Trx, id: string): Promise<boolean> => {
  const row = await trx.query.selectFrom('passkey').select('id').where('id', '=', id).forShare().executeTakeFirst();
  return row !== undefined;
};
