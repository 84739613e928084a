import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { AccountState } from '#contracts/account/state.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { makeRefreshToken } from '#kernel/auth/refresh-token.ts';
import { type CommandContext, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claim } from '#kernel/db/claims.ts';
import { normalizeEmail, storePersonal } from '#kernel/db/personal.ts';
import { claimReferralToken } from '#kernel/db/referral-token.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { tokenHash } from '#kernel/platform/secrets.ts';

/** Somebody signed in. */
export interface Person {
  user_id: string;
  account_id: string;
  session_id: string;
  email: string;
  token: string;
  /** What continues the session. Each is good once. */
  refresh_token: string;
}

/** What an access token says. */
export interface AccessClaims {
  sub: string;
  sid: string;
  typ: 'access';
}

interface Member {
  account_id?: string;
  /** What a new account and its owner are called by, where fresh ids would show. */
  ids?: { account_id: string; user_id: string };
  permissions?: Permissions;
  firstname?: string;
  lastname?: string;
  email?: string;
  /** Of staff. */
  staff?: boolean;
}

/** The context of a command that somebody runs without a request. */
export const contextOf = (who: Pick<Person, 'account_id' | 'user_id'>, now: EpochMs): CommandContext => ({
  ...systemContext(now, who.account_id),
  actor: { type: 'user', id: who.user_id },
});

/**
 * Puts people, their sessions and their uploads into a store without going through the routes; `sign` makes their
 * tokens.
 */
export const createPeople = (kernel: Kernel, sign: (claims: AccessClaims) => string) => {
  /** A live session for a user, without going through sign-in. */
  const signIn = async (userId: string, accountId: string, email: string, withFactor = false): Promise<Person> => {
    const sessionId = uuidv7();
    const refresh_token = makeRefreshToken(kernel.secrets, sessionId);
    await kernel.db.query
      .insertInto('session')
      .values({
        id: sessionId,
        user_id: userId,
        refresh_hash: tokenHash(refresh_token),
        previous_hash: null,
        successor: null,
        rotated_at: null,
        created_at: new Date(kernel.now()),
        expires_at: new Date(Math.max(Date.now(), kernel.now()) + 86_400_000 * 30),
        ended_at: null,
        confirmed_at: new Date(kernel.now()),
        factor_at: withFactor ? new Date(kernel.now()) : null,
      })
      .execute();
    const token = sign({ sub: userId, sid: sessionId, typ: 'access' });
    return { user_id: userId, account_id: accountId, session_id: sessionId, email, token, refresh_token };
  };

  /**
   * A verified member of an account (a new account unless one is given) with the given roles (default: account owner).
   */
  const person = async (given: Member = {}): Promise<Person> => {
    const now = kernel.now();
    const accountId = given.account_id ?? given.ids?.account_id ?? uuidv7();
    const userId = given.ids?.user_id ?? uuidv7();
    const email = given.email ?? `${userId.slice(-12)}@example.test`;
    const context = contextOf({ account_id: accountId, user_id: userId }, now);
    await runCommand(kernel, context, async (trx) => {
      if (!given.account_id) {
        const account = await load<AccountState>(trx, `account-${accountId}`);
        await save(trx, account, [
          {
            type: 'AccountCreated',
            data: {
              name: 'Marlow',
              time_zone: 'Europe/Stockholm',
              trial_ends: toSeconds(now) + 14 * 86_400,
              profile: {},
              package_id: null,
              referral_token: null,
              appsumo_token: null,
              own_referral_token: await claimReferralToken(trx, accountId),
            },
          },
        ]);
        await trx.query
          .insertInto('account_key')
          .values({ account_id: accountId, viewer_key: randomBytes(32) })
          .execute();
      }
      await claim(trx, 'email', kernel.secrets.keyed('email', normalizeEmail(email)), userId);
      const user = await load<UserState>(trx, `user-${userId}`);
      await save(trx, user, [
        {
          type: 'UserRegistered',
          data: {
            account_id: accountId,
            email_ref: await storePersonal(trx, userId, 'email', email),
            firstname_ref: await storePersonal(trx, userId, 'firstname', given.firstname ?? 'Nora'),
            lastname_ref: await storePersonal(trx, userId, 'lastname', given.lastname ?? 'Lindqvist'),
            gdpr: true,
            permissions: given.permissions ?? { account_owner: [] },
          },
        },
        { type: 'UserEmailVerified', data: {} },
        ...(given.staff ? [{ type: 'StaffAppointed' as const, data: {} }] : []),
      ]);
      return { status: 201, data: null };
    });
    // Staff sign in with a second factor wherever one is asked for.
    return signIn(userId, accountId, email, given.staff);
  };

  /** An upload of the account that commands accept, without a file behind it; answers its address. */
  const media = async (accountId: string, kind: 'image' | 'video' = 'image'): Promise<string> => {
    const key = `${randomBytes(32).toString('hex')}.${kind === 'image' ? 'png' : 'mp4'}`;
    await transaction(kernel.db, async (trx) => {
      await trx.query
        .insertInto('upload')
        .values({
          account_id: accountId,
          key,
          mime_type: kind === 'image' ? 'image/png' : 'video/mp4',
          width: 1080,
          height: 1920,
          duration_ms: kind === 'image' ? null : 8000,
          bytes: 1000,
          thumbnail: kind === 'image' ? null : `${randomBytes(32).toString('hex')}.jpg`,
        })
        .execute();
    });
    return `${kernel.config.MEDIA_URL}/media/${key}`;
  };

  return { signIn, person, media };
};
