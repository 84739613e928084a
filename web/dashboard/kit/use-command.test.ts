import type { DataProvider } from 'ra-core';
import { useState } from 'react';
import t, { type Test } from 'tap';
import { replaceGlobals } from '#ops/testing/globals.ts';
import { ApiError } from '../api/error.ts';
import { callHook } from './test-hook.ts';

/** The storage of a browser, and its tab's. */
const makeStorage = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const [localStorage, sessionStorage] = [makeStorage(), makeStorage()];
replaceGlobals(t, { localStorage, sessionStorage });

const { keepActing } = await import('../api/acting.ts');
const { clearSession, getSession, storeSession } = await import('../api/session.ts');
const { authProvider } = await import('../shell/session/auth-provider.ts');
const { preferences } = await import('../shell/session/preferences.ts');
const { useCommand } = await import('./use-command.ts');
const turn = () => new Promise((done) => setTimeout(done, 10));

const token = (id: string) => `h.${btoa(JSON.stringify({ sub: id }))}.s`;
const signIn = (t: Test) => {
  storeSession({ token: token('staff'), expires_in: 900 });
  keepActing({ token: token('customer'), ends_at: Date.now() + 60_000, back: '/admin' });
  t.teardown(() => {
    for (const { kept } of [localStorage, sessionStorage]) kept.clear();
  });
};

t.test('an act that is refused because its session has ended has failed, and ends nothing else', async (t) => {
  signIn(t);
  t.capture(console, 'error');
  const store = preferences();
  store.setItem('stories.view', 'list');
  let run: () => Promise<boolean> = async () => true;
  let said = '';
  const product = {
    send: async () => {
      // As the client of the API does before it throws.
      clearSession();
      throw new ApiError(401, 'Unauthorized', 'Sign in.');
    },
  };
  type Provider = DataProvider & typeof product;
  const useAct = () => {
    run = useCommand<void, string, Provider>({
      on: 'group',
      send: (provider) => provider.send(),
      said: () => {
        said = 'Done.';
        return said;
      },
    }).run;
  };
  callHook(t, useAct, { authProvider, store, dataProvider: product });
  t.equal(await run(), false);
  await turn();
  t.equal(said, '');
  t.equal(getSession()?.token, token('staff'), 'who acted is still signed in as themselves');
  t.equal(store.getItem('stories.view'), 'list');
  clearSession();
  t.equal(getSession()?.token, token('staff'), 'also when a page that was for the other is refused once more');
  storeSession({ token: token('next'), expires_in: 900 });
  clearSession();
  t.equal(getSession(), null, 'a session that is begun later ends as any other');
});

t.test('what was sent for one thing says nothing of another that the page goes on to', async (t) => {
  t.capture(console, 'error');
  const calls: { key: string; end: (error?: Error) => void }[] = [];
  const product = {
    turnOn: (key: string) =>
      new Promise<void>((done, fail) => {
        calls.push({ key, end: (error) => (error ? fail(error) : done()) });
      }),
  };
  type Provider = DataProvider & typeof product;
  const runs: ((on: boolean) => Promise<boolean>)[] = [];
  const useAct = () => {
    const [on, goOn] = useState('one');
    const { run } = useCommand<boolean, void, Provider>({
      on,
      send: (provider, _, key) => provider.turnOn(key),
      show: () => () => undefined,
    });
    runs.push(run);
    if (on === 'one') goOn('other');
  };
  callHook(t, useAct, { dataProvider: product });
  t.equal(runs.length, 2);
  const first = runs[0]!(true);
  const second = runs[1]!(true);
  await turn();
  calls[0]!.end(new ApiError(0, 'NoConnection', 'There is no connection.'));
  t.equal(await first, false);
  await turn();
  t.equal(calls.length, 2, 'it is sent');
  t.not(calls[1]?.key, calls[0]!.key, 'under a key of its own');
  calls[1]?.end();
  t.equal(await second, true);
});
