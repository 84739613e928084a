import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#kernel/db/pool.ts';
import { createRemembered, type ReadAt, readAtColumns } from './remembered.ts';

/** Which part of an account a list shows; null: all of it. */
export interface Stamped {
  account_id: string;
  app_id?: string | null | undefined;
  instance_id?: string | null | undefined;
}

/** Raised when an answer's shape changes, so that nobody is told that a former shape is still right. */
const shape = 2;

// Versions only rise and rows stay, so that every change of an app, instance, group, story or member makes another stamp;
// the order of groups, which has no version, goes in as it is.
const sql = `
  select (select count(*) || ':' || coalesce(sum(version), 0) from story_group
           where account_id = $1 and ($2::uuid is null or app_id = $2) and ($3::uuid is null or instance_id = $3)) as groups,
         (select count(*) || ':' || coalesce(sum(version), 0) from app where account_id = $1) as apps,
         (select count(*) || ':' || coalesce(sum(version), 0) from member where account_id = $1) as members,
         (select coalesce(sum(hashtextextended(o::text, 0)), 0)::text
            from app a join instance i on i.app_id = a.id join instance_order o on o.instance_id = i.id
           where a.account_id = $1 and ($2::uuid is null or a.id = $2) and ($3::uuid is null or i.id = $3)) as orders,
         ${readAtColumns}`;

/** Answers what stands for the present state of a list: another text after every change, the same in every process. */
export const createStamps = (db: Pick<Db, 'pool'>): ((list: Stamped) => Promise<string>) =>
  createRemembered(db, async ({ account_id, app_id, instance_id }: Stamped) => {
    const { rows } = await db.pool.query<ReadAt>({
      name: 'catalog-list-stamp',
      text: sql,
      values: [account_id, app_id ?? null, instance_id ?? null],
    });
    const { horizon, tables, ...stamp } = rows[0]!;
    return { at: { horizon, tables }, value: JSON.stringify(stamp) };
  });

/**
 * Gives the answer the ETag of what a list shows, without reading the list; `seen` is everything else that the answer
 * depends on, the reader's rights above all. True when the client has that answer already: then 304 was sent.
 */
export const isUnchanged = (request: FastifyRequest, reply: FastifyReply, stamp: string, seen: unknown): boolean => {
  const state = JSON.stringify([shape, stamp, seen]);
  const etag = `W/"${createHash('sha256').update(state).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag);
  const asked = request.headers['if-none-match'];
  if (!asked?.split(',').some((one) => one.trim() === etag)) return false;
  reply.code(304).send();
  return true;
};

/** Sends JSON text as it is: it has been written where the rows are. */
export const sendText = (reply: FastifyReply, json: string | Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
