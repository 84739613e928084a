import { v7 as uuidv7 } from 'uuid';
import { type Permissions, type Role, roles } from '#contracts/api/roles.ts';
import { emptyDraft } from '#contracts/studio/draft-content.ts';
import { toSeconds } from '#contracts/time.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claim } from '#kernel/db/claims.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import { invitationKey } from '#kernel/sessions/email.ts';
import type { Harness, Person } from './harness.ts';
import { contextOf } from './people.ts';

/**
 * Somebody signed in: with a role for the app that is addressed, for another app of the account, or in another account.
 */
export interface MatrixCaller {
  person: Person;
  held: Permissions;
  from: 'here' | 'other app' | 'other account';
  /** Staff who act as this person. */
  acting?: true;
}

const holding = (role: Role, app: string): Permissions => ({ [role]: role === 'account_owner' ? [] : [app] });

/**
 * Makes two accounts with apps, somebody in every role here and elsewhere, staff, staff as a customer; and answers
 * factories of fresh things.
 */
export const createAccessFixtures = async (h: Harness) => {
  const owner = await h.person();
  const stranger = await h.person();
  const addApp = async (as: Person, store_id: string) =>
    (await h.inject('POST', '/api/app', { as, body: { store_id, store_type: 'android', is_live: false } })).json().data;
  const app = await addApp(owner, 'com.first.app');
  const other = await addApp(owner, 'com.second.app');
  const foreign = await addApp(stranger, 'com.first.app');
  const icon = await h.media(owner.account_id);
  const callers: Record<string, MatrixCaller> = {};
  const add = async (role: Role, from: MatrixCaller['from'], account_id: string, appId: string) => {
    const held = holding(role, appId);
    const name = from === 'here' ? role : `${role} of ${from}`;
    callers[name] = { person: await h.person({ account_id, permissions: held }), held, from };
  };
  for (const role of roles) {
    if (role === 'account_owner') callers[role] = { person: owner, held: holding(role, app.id), from: 'here' };
    else {
      await add(role, 'here', owner.account_id, app.id);
      await add(role, 'other app', owner.account_id, other.id);
    }
    await add(role, 'other account', stranger.account_id, foreign.id);
  }
  const staff = await h.person({ staff: true, permissions: {} });
  callers.staff = { person: staff, held: {}, from: 'other account' };
  const { user_id } = owner;
  const { data: entered } = (
    await h.inject('POST', '/api/admin/user/login_as', { as: staff, body: { user_id } })
  ).json();
  const acting = { ...owner, token: entered.token as string };
  callers['staff as account_owner'] = { person: acting, held: { account_owner: [] }, from: 'here', acting: true };
  const start = toSeconds(h.kernel.now());
  const group = async (status = 2): Promise<string> => {
    const body = { app_id: app.id, title: 'Summer', icon, ts_start: start, status };
    return (await h.inject('POST', '/api/n/story_group', { as: owner, body })).json().data.story_group_id;
  };
  const story = async (): Promise<{ group: string; story: string }> => {
    const story_group_id = await group();
    const body = { story_group_id, title: 'One', type: 1, media: icon, status: 2 };
    return {
      group: story_group_id,
      story: (await h.inject('POST', '/api/story', { as: owner, body })).json().data.story_id,
    };
  };
  /** The story of a draft that nobody writes at the moment. */
  const draft = async (): Promise<string> => {
    const values = [uuidv7(), owner.account_id, app.id, await group(), emptyDraft, owner.user_id];
    await h.kernel.db.pool.query(
      `insert into story_draft (story_id, account_id, app_id, story_group_id, rev, content, user_id, ts_created, ts_updated)
       values ($1, $2, $3, $4, 1, $5, $6, now(), now())`,
      values,
    );
    return values[0] as string;
  };
  let names = 0;
  const instance = async (): Promise<string> => {
    names += 1;
    const body = { app_id: app.id, title: `Instance ${names}` };
    return (await h.inject('POST', '/api/instance', { as: owner, body })).json().data.id;
  };
  /** An open invitation, made past the seats of the plan. */
  const invited = async (): Promise<string> => {
    names += 1;
    const email = `guest${names}@example.test`;
    const userId = uuidv7();
    await runCommand(h.kernel, contextOf(owner, h.kernel.now()), async (trx) => {
      await claim(trx, 'invitation', invitationKey(h.kernel, owner.account_id, email), userId);
      const data = {
        account_id: owner.account_id,
        email_ref: await storePersonal(trx, userId, 'email', email),
        permissions: { app_owner: [app.id] },
        is_mobile: false,
      };
      await save(trx, await load(trx, `user-${userId}`), [{ type: 'InvitationSent', data }]);
      return { status: 201, data: null };
    });
    return email;
  };
  /** The address of a member of the account with an app of their own to look after. */
  const member = async (): Promise<string> =>
    (await h.person({ account_id: owner.account_id, permissions: { story_creator: [app.id] } })).email;
  /** What the owner makes by a call, as its answer's data. */
  const made = async (url: string, body: object) => (await h.inject('POST', url, { as: owner, body })).json().data;
  /** Ends what the owner has listed at an address. */
  const ended = async (url: string) => {
    const { data } = (await h.inject('GET', url, { as: owner })).json();
    for (const { id } of data) await h.inject('DELETE', url, { as: owner, body: { id } });
  };
  return {
    owner,
    app,
    icon,
    start,
    callers,
    group,
    story,
    draft,
    instance,
    invited,
    member,
    made,
    ended,
    next: () => ++names,
  };
};
/** The people and things that the calls of the access matrix are about. */
export type AccessFixtures = Awaited<ReturnType<typeof createAccessFixtures>>;
