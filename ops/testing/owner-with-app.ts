import type { Test } from 'tap';
import type { Permissions } from '#contracts/api/roles.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Harness, Person } from './harness.ts';

/** The id of nothing. */
export const unknownId = '0190a000-0000-7000-8000-000000000000';
/** Seconds of a day. */
export const daySeconds = 86_400;

/** Fixtures: an account owner with an app, and short functions that make things in it. */
export const ownerWithApp = async (h: Harness) => {
  const owner = await h.person();
  const made = await h.inject('POST', '/api/app', {
    as: owner,
    body: { store_id: 'com.world.app', store_type: 'android', is_live: false },
  });
  const app = made.json().data;
  const app_id: string = app.id;
  const instance_id: string = app.instances[0].id;
  const token: string = app.instances[0].token;
  const icon = await h.media(owner.account_id);
  const image = await h.media(owner.account_id);
  const video = await h.media(owner.account_id, 'video');
  const ts_start = toSeconds(h.kernel.now());
  const groupBody = (more = {}) => ({ app_id, title: 'Summer', icon, ts_start, ...more });
  const storyBody = (story_group_id: string, more = {}) => ({
    story_group_id,
    title: 'One',
    type: 1,
    media: image,
    ...more,
  });
  const call = (method: string, url: string, body?: object, as: Person = owner, headers = {}) =>
    h.inject(method, `/api${url}`, { as, body, headers });
  const group = async (more = {}, as: Person = owner): Promise<string> => {
    const answer = await call('POST', '/n/story_group', groupBody(more), as);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json().data.story_group_id;
  };
  const story = async (groupId: string, more = {}, as: Person = owner): Promise<string> => {
    const answer = await call('POST', '/story', storyBody(groupId, more), as);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json().data.story_id;
  };
  const member = (permissions: Permissions) => h.person({ account_id: owner.account_id, permissions });
  const detail = async (id: string) => (await call('GET', `/story_group/detail?story_group_id=${id}`)).json().data;
  const order = async (): Promise<string[]> =>
    (await call('GET', `/n/story_group?app_id=${app_id}&limit=1000`)).json().data.map((one: { id: string }) => one.id);
  const events = async (stream: string): Promise<string[]> => {
    const { rows } = await h.kernel.db.pool.query('select type from event where stream = $1 order by version', [
      stream,
    ]);
    return rows.map((row) => row.type);
  };
  return {
    owner,
    app_id,
    instance_id,
    token,
    icon,
    image,
    video,
    ts_start,
    groupBody,
    storyBody,
    call,
    group,
    story,
    member,
    detail,
    order,
    events,
  };
};
interface Answered {
  statusCode: number;
  json(): { code: string; errors?: { path: string }[] };
}

/** Asserts that a response is this refusal, and which field it names. */
export const assertRefused = (t: Test, answer: Answered, status: number, code: string, path?: string) => {
  t.equal(answer.statusCode, status, `${code} ${path ?? ''}`);
  t.equal(answer.json().code, code);
  if (path) t.equal(answer.json().errors?.[0]?.path, path);
};
