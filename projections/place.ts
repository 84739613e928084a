import { Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Db } from '#kernel/db/pool.ts';

/** Where a query says that groups lie. */
export interface Place {
  app_id?: string | undefined;
  instance_id?: string | undefined;
}

const ofInstance = {
  name: 'catalog-place-instance',
  text: `select a.id as app_id from instance i join app a on a.id = i.app_id
          where i.id = $1 and a.account_id = $2 and not i.deleted and not a.deleted`,
};
const ofApp = {
  name: 'catalog-place-app',
  text: 'select id as app_id from app where id = $1 and account_id = $2 and not deleted',
};

/**
 * 404 when the named app or instance is not the account's, the instance is not the app's, or the person has no role for
 * the app; 403 when the role does not let him look at its groups. A query that names neither is free.
 */
export const requirePlace = async (
  db: Pick<Db, 'pool'>,
  principal: Pick<Principal, 'account_id' | 'permissions'>,
  { app_id, instance_id }: Place,
): Promise<void> => {
  const named = instance_id ?? app_id;
  if (!named) return;
  const { rows } = await db.pool.query<{ app_id: string }>({
    ...(instance_id ? ofInstance : ofApp),
    values: [named, principal.account_id],
  });
  const found = rows[0]?.app_id;
  if (!found || (app_id && app_id !== found)) throw new Refusal('NotFound');
  requireAct(principal, 'storyGroup.view', found);
};
