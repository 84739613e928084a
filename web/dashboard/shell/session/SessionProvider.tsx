import { useQuery } from '@tanstack/react-query';
import { useStoreContext } from 'ra-core';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { may, roleFor } from '#contracts/api/roles.ts';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { ApiError } from '../../api/error.ts';
import { clearSession } from '../../api/session.ts';
import { isAboutApp, refusesForeignApp } from '../about-app.ts';
import { currentSearch } from '../current-search.ts';
import { Redirect } from '../Redirect.tsx';
import { isOnlyStaff, permissionsOf } from './access.ts';
import { SessionError, SessionLoading } from './SessionStates.tsx';
import { namesForeignApp, rememberSelection, selectApp, selectInstance } from './selection.ts';
import { accountQuery, appsQuery, userQuery } from './session-queries.ts';
import { SessionContext, type SessionValue } from './session-value.ts';

const member = 'member';

/** The query of an address with the app and instance that it shows; the same one where they are in it. */
const naming = (search: URLSearchParams, app: AppRow, instance: InstanceRow | null): URLSearchParams => {
  const named = new URLSearchParams(search);
  named.set('app', app.id);
  if (instance) named.set('instance', instance.id);
  return ['app', 'instance'].every((name) => named.get(name) === search.get(name)) ? search : named;
};

/** Loads the person, the account and the apps, and keeps the chosen app and instance in the address. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const user = useQuery(userQuery);
  // They may not ask for an account.
  const staffOnly = user.data !== undefined && isOnlyStaff(user.data);
  const kept = useStoreContext();
  // Who was seen as a member before is asked for all at once.
  const [known] = useState(() => kept.getItem<boolean>(member, false));
  const enabled = user.data ? !staffOnly : known;
  const account = useQuery({ ...accountQuery, enabled });
  const apps = useQuery({ ...appsQuery, enabled });
  const [search, setSearch] = useSearchParams();
  const { pathname, state } = useLocation();
  const list = apps.data?.data;
  const app = useMemo(() => selectApp(kept, list ?? [], search.get('app')), [kept, list, search]);
  const instance = useMemo(() => selectInstance(kept, app, search.get('instance')), [kept, app, search]);

  // No answer at all, or that of a busy server, says nothing about the person: then the page offers to try again.
  const status = user.error instanceof ApiError ? user.error.status : 0;
  const refused = status >= 400 && status < 500 && status !== 429;
  useEffect(() => {
    if (refused) clearSession();
  }, [refused]);

  useEffect(() => {
    if (user.data && !staffOnly) kept.setItem(member, true);
  }, [kept, user.data, staffOnly]);

  useEffect(() => {
    if (app) rememberSelection(kept, app.id, instance?.id ?? null);
  }, [kept, app, instance]);

  const choose = useCallback(
    (appId: string | null, instanceId: string | null) =>
      setSearch(() => {
        const next = currentSearch();
        if (appId) next.set('app', appId);
        if (instanceId) next.set('instance', instanceId);
        else next.delete('instance');
        return next;
      }),
    [setSearch],
  );

  const value = useMemo<SessionValue | null>(() => {
    if (!user.data || !account.data || !list) return null;
    const held = permissionsOf(user.data);
    return {
      user: user.data,
      account: account.data,
      apps: list,
      app,
      instance,
      timeZone: account.data.time_zone,
      role: roleFor(held, app?.id),
      may: (act, appId = app?.id) => may(held, act, appId),
      selectApp: (appId) => {
        const next = list.find((one) => one.id === appId) ?? null;
        choose(appId, selectInstance(kept, next, null)?.id ?? null);
      },
      selectInstance: (instanceId) => choose(app?.id ?? null, instanceId),
    };
  }, [user.data, account.data, list, app, instance, choose, kept]);

  // Their own settings lie in the admin area, also for a link in a mail.
  if (staffOnly) return <Redirect to={/^\/(user|settings)\b/.test(pathname) ? '/admin/settings' : '/admin'} />;
  if (value) {
    // Their addresses always name what they show, so that they can be shared and survive going back.
    const isKept = refusesForeignApp(pathname) && namesForeignApp(value.apps, search.get('app'));
    const named = app && isAboutApp(pathname) && !isKept ? naming(search, app, instance) : search;
    return (
      <SessionContext.Provider value={value}>
        {named === search ? null : <Redirect to={{ pathname, search: `?${named}` }} state={state} />}
        {children}
      </SessionContext.Provider>
    );
  }
  const failed = [user, account, apps].filter((query) => query.isError);
  if (failed.length === 0 || refused) return <SessionLoading />;
  const answered = failed.some(({ error }) => error instanceof ApiError && error.status > 0);
  return <SessionError answered={answered} onRetry={() => failed.map((query) => query.refetch())} />;
}
