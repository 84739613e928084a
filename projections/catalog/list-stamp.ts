import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#kernel/db/pool.ts';

/** Which part of an account a list shows; null: all of it. */
export interface Stamped {
  account_id: string;
  app_id?: string | null | undefined;
  instance_id?: string | null | undefined;
}

/** Raised when an answer's shape changes, so that nobody is told that a former shape is still right. */
const shape = 1;

// Versions only rise and rows stay, so that every change of an app, instance, group, story or member makes another stamp;
// the order of groups, which has no version, goes in as it is.
const sql = `
  select (select count(*) || ':' || coalesce(sum(version), 0) from story_group
           where account_id = $1 and ($2::uuid is null or app_id = $2) and ($3::uuid is null or instance_id = $3)) as groups,
         (select count(*) || ':' || coalesce(sum(version), 0) from app where account_id = $1) as apps,
         (select count(*) || ':' || coalesce(sum(version), 0) from member where account_id = $1) as members,
         (select coalesce(sum(hashtextextended(o.instance_id::text || o.pinned::text || o.unpinned::text, 0)), 0)::text
            from app a join instance i on i.app_id = a.id join instance_order o on o.instance_id = i.id
           where a.account_id = $1 and ($2::uuid is null or a.id = $2) and ($3::uuid is null or i.id = $3)) as orders`;

/** What stands for the present state of a list: another one after every change, the same in every process. */
const stampOf = async (db: Pick<Db, 'pool'>, { account_id, app_id, instance_id }: Stamped): Promise<unknown> => {
  const { rows } = await db.pool.query({
    name: 'catalog-list-stamp',
    text: sql,
    values: [account_id, app_id ?? null, instance_id ?? null],
  });
  return rows[0];
};

/**
 * Gives the answer the ETag of what a list shows, without reading the list; `seen` is everything else that the answer
 * depends on, the reader's rights above all. True when the client has that answer already: then 304 was sent.
 */
export const isUnchanged = async (
  request: FastifyRequest,
  reply: FastifyReply,
  db: Pick<Db, 'pool'>,
  wanted: Stamped,
  seen: unknown,
): Promise<boolean> => {
  const stamp = JSON.stringify([shape, await stampOf(db, wanted), wanted, seen]);
  const etag = `W/"${createHash('sha256').update(stamp).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag);
  const asked = request.headers['if-none-match'];
  if (!asked?.split(',').some((one) => one.trim() === etag)) return false;
  reply.code(304).send();
  return true;
};

/** Sends JSON text as it is: it has been written where the rows are. */
export const sendText = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
