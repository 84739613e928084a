import { QueryClient } from '@tanstack/react-query';
import t from 'tap';
import { limits } from '#contracts/api/limits.ts';
import { replaceGlobals } from '#ops/testing/globals.ts';
import { newKey } from '../api/http.ts';

interface Sent {
  method: string;
  url: URL;
  body: { story_groups?: unknown; import?: string[] } | null;
}
const sent: Sent[] = [];
let answer: (request: Sent) => { status?: number; body: unknown };
replaceGlobals(t, {
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
  fetch: async (path: string, { method, body }: { method: string; body: string | null }) => {
    const request = { method, url: new URL(path, 'http://a.b'), body: body && JSON.parse(body) };
    sent.push(request);
    const { status = 200, body: told } = answer(request);
    return new Response(JSON.stringify(told), { status });
  },
});
const { groupsOfAppQuery, storyGroupLists, storyGroupsQuery } = await import('./story-group-queries.ts');
const { appCommands } = await import('../settings/apps/app-commands.ts');
const { storyGroupCommands } = await import('./story-group-commands.ts');

const ids = Array.from({ length: 2 * limits.bulk + 3 }, (_, at) => `group-${at}`);
const rows = ids.map((id) => ({ id, app_id: 'a', status: 2 }));
t.beforeEach(() => {
  sent.length = 0;
});

t.test('a list is read until all groups are there, each once', async (t) => {
  const client = new QueryClient();
  t.teardown(() => client.clear());
  let stored = rows;
  answer = ({ url }) => {
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)));
    const data = stored.slice(offset, offset! + limit!);
    return { body: { data, total: stored.length } };
  };
  const read = [
    client.fetchQuery(storyGroupsQuery('a', 'i')),
    client.fetchQuery(groupsOfAppQuery('a')),
    storyGroupLists['deleted-story-groups']({ filter: { app_id: 'a', instance_id: 'i' } }).then(({ data }) => data),
  ];
  for (const list of await Promise.all(read))
    t.same(
      list.map((row) => row.id),
      ids,
    );
  t.equal(sent.length, 9);

  sent.length = 0;
  stored = rows.slice(0, 2);
  t.equal((await client.fetchQuery(storyGroupsQuery('a', 'other'))).length, 2);
  t.same(
    sent.map(({ url }) => url.search),
    ['?app_id=a&instance_id=other&limit=1000'],
    'one page has one address, so that the browser can ask whether it is unchanged',
  );

  stored = rows;
  const page = answer;
  // A group that was made while the list was read pushes one over the edge of the first page.
  answer = (request) => {
    const told = page(request);
    if (stored === rows) stored = [{ id: 'newest', app_id: 'a', status: 2 }, ...rows];
    return told;
  };
  const pushed = await client.fetchQuery(storyGroupsQuery('a', 'third'));
  t.same(
    pushed.map((row) => row.id),
    ids,
  );
});

t.test('more groups than one request may name are changed and deleted in several', async (t) => {
  const named = ({ method, body }: Sent): string[] =>
    method === 'DELETE'
      ? (body!.story_groups as string).split(',')
      : (body!.story_groups as { id: string }[]).map(({ id }) => id);
  for (const act of [
    () => storyGroupCommands.changeStoryGroups(rows, newKey()),
    () => storyGroupCommands.deleteStoryGroups(rows, newKey()),
  ]) {
    sent.length = 0;
    answer = (request) => ({
      body: { data: { changed: named(request).slice(1), refused: [{ id: named(request)[0] }] } },
    });
    const done = await act();
    t.same(
      sent.map((one) => named(one).length),
      [1000, 1000, 3],
    );
    t.equal(done.changed.length, rows.length - 3);
    t.same(
      done.refused.map((one) => one.id),
      [ids[0], ids[1000], ids[2000]],
    );
  }

  const refusal = { status: 409, body: { code: 'TransitionNotAllowed', message: 'No.' } };
  answer = (request) =>
    named(request).length < 1000 ? refusal : { body: { data: { changed: named(request), refused: [] } } };
  const part = await storyGroupCommands.changeStoryGroups(rows, newKey());
  t.same(part.changed, ids.slice(0, 2000));
  t.same(part.refused[2], { id: ids[2002], code: 'TransitionNotAllowed', message: 'No.' });
  answer = (request) => ({
    status: 409,
    body: { ...refusal.body, errors: named(request).map((path) => ({ path, message: `Not ${path}.` })) },
  });
  const none = await storyGroupCommands.changeStoryGroups(rows, newKey());
  t.same(none.changed, []);
  t.same(none.refused[2001], { id: ids[2001], code: 'TransitionNotAllowed', message: `Not ${ids[2001]}.` });
  answer = () => refusal;
  await t.rejects(storyGroupCommands.changeStoryGroups(rows, newKey()), { code: 'TransitionNotAllowed' });
});

t.test('more groups than one request may name are copied in several, and the instance is named once', async (t) => {
  answer = ({ body }) => ({ body: { data: { changed: body!.import, refused: [] }, message: 'Imported.' } });
  const done = await appCommands.importStoryGroups('a', 'i', rows, newKey());
  t.same(
    sent.map(({ body }) => body!.import!.length),
    [1000, 1000, 3],
  );
  t.same(done, { data: { changed: ids, refused: [] }, message: 'Imported.' });
});
