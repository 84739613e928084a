import type { QueryKey } from '@tanstack/react-query';
import t, { type Test } from 'tap';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { replaceGlobals } from '#ops/testing/globals.ts';
import { callHook } from '../kit/test-hook.ts';
import { listKey } from '../shell/lists.ts';
import { appsQuery } from '../shell/session/session-queries.ts';
import { useBulk } from './bulk/use-bulk.ts';
import { useSaveGroup } from './drawer/use-save-group.ts';
import { storyGroupKeys } from './story-group-queries.ts';
import { useGroupActions } from './use-group-actions.ts';

replaceGlobals(t, { localStorage: { getItem: () => null }, sessionStorage: { getItem: () => null } });

const row = { id: 'g', app_id: 'a', instance_id: 'i', status: groupStatus.inactive, title: 'Run Club', version: 1 };
const group = row as StoryGroupRow;
const other = { ...group, id: 'other' };
const deleted = listKey('deleted-story-groups', { app_id: 'a', instance_id: 'i' });

/** Runs an act of a hook against a product that does all it is asked; answers what is read again afterwards. */
const actOf = async <Hook>(t: Test, hook: () => Hook, act: (acts: Hook) => unknown) => {
  const done = { version: 2, pinned: true, changed: [group.id], refused: [] };
  const dataProvider = new Proxy({}, { get: () => async () => done });
  let acts: Hook | null = null;
  const client = callHook(
    t,
    () => {
      acts = hook();
    },
    { dataProvider },
  );
  client.setQueryData(storyGroupKeys.list('a', 'i'), [group, other]);
  for (const queryKey of [appsQuery.queryKey, deleted]) client.setQueryData(queryKey, []);
  await act(acts!);
  while (client.isMutating() > 0) await new Promise((turn) => setImmediate(turn));
  return (queryKey: QueryKey) => client.getQueryState(queryKey)?.isInvalidated;
};

t.test('every act on groups of Content makes the apps old, from which Home is drawn', async (t) => {
  const actions = () => useGroupActions('a', 'i');
  for (const [name, act] of Object.entries({
    status: ({ setStatus }) => setStatus(group, groupStatus.test),
    pin: ({ togglePin }) => togglePin(group),
    place: ({ move }) => move('g', 1),
    deletion: ({ remove }) => remove(group),
  } satisfies Record<string, (acts: ReturnType<typeof useGroupActions>) => void>)) {
    const isStale = await actOf(t, actions, act);
    t.equal(isStale(storyGroupKeys.list('a', 'i')), true, name);
    t.equal(isStale(appsQuery.queryKey), true, name);
    t.equal(isStale(deleted), name === 'deletion', `${name} and what is deleted`);
  }
  const inBulk = await actOf(
    t,
    () => useBulk('a', 'i'),
    ({ setStatus }) => setStatus([group], groupStatus.test),
  );
  t.equal(inBulk(appsQuery.queryKey), true, 'several at once');

  const saved = await actOf(
    t,
    () =>
      useSaveGroup(group, 'i', {
        said: () => ({ text: null }),
        onSaved: () => undefined,
        onDone: () => undefined,
        onFields: () => undefined,
        onStale: async () => undefined,
      }),
    ({ save }) => {
      const stored = { kind: 'stored', url: 'u' };
      const fields = { icon: stored, dark_icon: stored } as unknown as Parameters<typeof save.run>[0]['fields'];
      return save.run({ row: group, fields, before: fields, appId: 'a', instanceId: 'i', asTest: true, publish: true });
    },
  );
  t.equal(saved(appsQuery.queryKey), true, 'what the drawer saves');
});
