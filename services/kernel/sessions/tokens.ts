import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { loginAsSeconds } from '#contracts/admin/admin.ts';
import { toEpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { SessionTokens } from '#contracts/user/rows.ts';
import { makeRefreshToken, sessionOfToken } from '../auth/refresh-token.ts';
import { type CommandTrx, withContext } from '../commands/command-trx.ts';
import { accessToken } from '../http/request.ts';
import { keepsCookie, putSessionCookie } from '../http/session-cookie.ts';
import type { Server } from '../http/types.ts';
import type { Kernel } from '../kernel.ts';
import { nobody } from '../platform/nobody.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import { leavePlaces } from './places.ts';
import { type AccountUser, recordSecurity } from './security.ts';

const refreshMs = 30 * 86_400_000;
/** After that a person signs in again, however often the session was renewed. */
const longestMs = 90 * 86_400_000;
/** How long the token just replaced still gives its successor: for two tabs, and for answers that were lost. */
const graceMs = 10_000;

/** A live session with the refresh token that continues it. */
export interface LiveSession {
  user_id: string;
  session_id: string;
  refresh_token: string;
}

/** Starts a session of a user, as part of the caller's transaction. */
export const startSession = async (trx: CommandTrx, userId: string): Promise<LiveSession> => {
  const { secrets } = trx.kernel;
  const id = uuidv7();
  const refresh = makeRefreshToken(secrets, id);
  await trx.query
    .insertInto('session')
    .values({
      id,
      user_id: userId,
      refresh_hash: tokenHash(refresh),
      previous_hash: null,
      successor: null,
      rotated_at: null,
      created_at: new Date(trx.context.now),
      expires_at: new Date(trx.context.now + refreshMs),
      ended_at: null,
      confirmed_at: new Date(trx.context.now),
      request_id: trx.context.request_id,
    })
    .execute();
  return { user_id: userId, session_id: id, refresh_token: refresh };
};

/** Starts a session in which a member of staff acts as a user; it ends at `ts_end` (unix seconds) and is never renewed. */
export const startLoginAs = async (
  trx: CommandTrx,
  userId: string,
  staffId: string,
): Promise<{ session_id: string; ts_end: UnixSeconds }> => {
  const id = uuidv7();
  const ts_end = toSeconds(trx.context.now) + loginAsSeconds;
  await trx.query
    .insertInto('session')
    .values({
      id,
      user_id: userId,
      staff_id: staffId,
      // Nobody gets to know a token of this hash.
      refresh_hash: tokenHash(newToken()),
      previous_hash: null,
      successor: null,
      rotated_at: null,
      expires_at: new Date(toEpochMs(ts_end)),
      ended_at: null,
      confirmed_at: null,
    })
    .execute();
  return { session_id: id, ts_end };
};

/** The access token of a session in which staff acts as a user; it lives as long as the session. */
export const loginAsToken = (server: Pick<Server, 'jwt'>, userId: string, sessionId: string): string => {
  const { iss, aud } = accessToken;
  const options = { iss, aud, expiresIn: loginAsSeconds };
  return server.jwt.sign({ sub: userId, sid: sessionId, typ: 'access' }, options);
};

/**
 * What a client is told about its session: a fresh access token and the token that renews it, which stands in the cookie
 * alone for a client that keeps one.
 */
export const answerSession = (
  server: Pick<Server, 'jwt'>,
  kernel: Pick<Kernel, 'config'>,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  session: LiveSession,
): SessionTokens => {
  const { user_id, session_id, refresh_token } = session;
  const answer = {
    token: server.jwt.sign({ sub: user_id, sid: session_id, typ: 'access' }),
    expires_in: accessToken.seconds,
  };
  if (!keepsCookie(request)) return { ...answer, refresh_token };
  putSessionCookie(kernel, reply, refresh_token);
  return answer;
};

/**
 * Replaces a refresh token, one caller at a time across processes. The token just replaced gives the same successor
 * for 10 s; any older one, or a later use, ends the session. Null: there is no session to go on with. The caller must
 * commit in both cases.
 */
export const rotateSession = async (trx: CommandTrx, token: string): Promise<LiveSession | null> => {
  const { secrets, facts } = trx.kernel;
  const { now } = trx.context;
  const id = sessionOfToken(secrets, token);
  if (!id) return null;
  const row = await trx.query.selectFrom('session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || row.ended_at || row.expires_at.getTime() <= now) return null;
  const principal = await facts.principal(trx, id);
  if (!principal) return null;
  const user = { id: row.user_id, account_id: principal.account_id };
  const hash = tokenHash(token);
  if (hash === row.refresh_hash) {
    const next = makeRefreshToken(secrets, id);
    await trx.query
      .updateTable('session')
      .set({
        refresh_hash: tokenHash(next),
        previous_hash: hash,
        successor: secrets.seal(next),
        rotated_at: new Date(now),
        expires_at: new Date(Math.min(now + refreshMs, row.created_at.getTime() + longestMs)),
      })
      .where('id', '=', id)
      .execute();
    return { user_id: user.id, session_id: id, refresh_token: next };
  }
  if (hash === row.previous_hash && row.successor && row.rotated_at && now - row.rotated_at.getTime() <= graceMs)
    return { user_id: user.id, session_id: id, refresh_token: secrets.open(row.successor) };
  await endSession(trx, id);
  await recordSecurity(trx, user, [
    { type: 'SessionEnded', data: { user_id: user.id, session_id: id, reason: 'token_reused' } },
  ]);
  return null;
};

const ended = { successor: null, previous_hash: null } as const;

/** Ends one session; every process forgets it after COMMIT. False when it had ended already. */
export const endSession = async (trx: CommandTrx, sessionId: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx.query
    .updateTable('session')
    .set({ ...ended, ended_at: new Date(trx.context.now) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  await leavePlaces(trx, { sessionIds: [sessionId] });
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  return numUpdatedRows > 0n;
};

/**
 * Ends a live session of a user by its id, in which the person or staff in their stead is signed in, and records that they
 * asked for it. False when they have none of that id.
 */
export const endSessionOf = async (trx: CommandTrx, user: AccountUser, sessionId: string): Promise<boolean> => {
  const now = new Date(trx.context.now);
  const { numUpdatedRows } = await trx.query
    .updateTable('session')
    .set({ ...ended, ended_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await leavePlaces(trx, { sessionIds: [sessionId] });
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  const data = { user_id: user.id, session_id: sessionId, reason: 'ended_by_user' } as const;
  await recordSecurity(trx, user, [{ type: 'SessionEnded', data }]);
  return true;
};

/** Records that a member of staff no longer acts as somebody, under both names and in that person's account. */
const recordLoginAsEnd = async (trx: CommandTrx, staffId: string, userId: string, sessionId: string): Promise<void> => {
  const user = (await trx.kernel.facts.user(trx, userId))!;
  const acting = withContext(trx, {
    account_id: user.account_id,
    actor: { type: 'staff', id: staffId },
    on_behalf_of: userId,
  });
  await recordSecurity(acting, user, [
    { type: 'LoginAsEnded', data: { user_id: userId, session_id: sessionId, email_ref: user.email_ref } },
  ]);
};

/**
 * Ends every session of a user but the one with the id `keep`, those of staff as somebody else included, and records each
 * with the reason.
 */
export const endSessionsOf = async (
  trx: CommandTrx,
  user: AccountUser & { staff: boolean },
  reason:
    | 'password_changed'
    | 'email_changed'
    | 'signed_out_everywhere'
    | 'factors_reset'
    | 'joined_team'
    | 'ended_by_staff'
    | 'disabled'
    | 'removed',
  keep: string | null = null,
): Promise<void> => {
  const ending = await trx.query
    .updateTable('session')
    .set({ ...ended, ended_at: new Date(trx.context.now) })
    .where((row) => row.or([row('user_id', '=', user.id), ...(user.staff ? [row('staff_id', '=', user.id)] : [])]))
    .where('ended_at', 'is', null)
    .where('id', '<>', keep ?? nobody)
    .returning(['id', 'user_id', 'expires_at'])
    .execute();
  await leavePlaces(trx, { sessionIds: ending.map(({ id }) => id) });
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  const rows = ending.filter((row) => row.user_id === user.id);
  for (const row of ending)
    if (row.user_id !== user.id && row.expires_at.getTime() > trx.context.now)
      await recordLoginAsEnd(trx, user.id, row.user_id, row.id);
  await recordSecurity(
    trx,
    user,
    rows.map(({ id }) => ({
      type: 'SessionEnded',
      data: { user_id: user.id, session_id: id, reason },
    })),
  );
};
