import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { may, roleFor } from '#contracts/api/roles.ts';
import { ApiError } from '../../dashboard/api/error.ts';
import { permissionsOf } from '../../dashboard/shell/session/access.ts';
import { accountQuery, appsQuery, userQuery } from '../../dashboard/shell/session/session-queries.ts';
import { SessionContext, type SessionValue } from '../../dashboard/shell/session/session-value.ts';
import { StudioUnread } from '../page/StudioUnread.tsx';

/** Loads the person, the account and the apps; the address names the app and the instance. */
export function StudioSession({ children }: { children: ReactNode }) {
  const { appId, instanceId } = useParams();
  const user = useQuery(userQuery);
  const account = useQuery(accountQuery);
  const apps = useQuery(appsQuery);
  const list = apps.data?.data;
  const value = useMemo<SessionValue | null>(() => {
    if (!user.data || !account.data || !list) return null;
    const held = permissionsOf(user.data);
    const app = list.find((one) => one.id === appId) ?? null;
    return {
      user: user.data,
      account: account.data,
      apps: list,
      app,
      instance: app?.instances.find((one) => one.id === instanceId) ?? null,
      timeZone: account.data.time_zone,
      role: roleFor(held, app?.id),
      may: (act, id = app?.id) => may(held, act, id),
      selectApp: () => undefined,
      selectInstance: () => undefined,
    };
  }, [user.data, account.data, list, appId, instanceId]);
  const failed = [user, account, apps].filter(({ isError }) => isError);
  if (value) return <SessionContext.Provider value={value}>{children}</SessionContext.Provider>;
  if (failed.length === 0) return null;
  const passing = failed.every(
    ({ error }) => !(error instanceof ApiError) || error.status === 0 || error.status >= 429,
  );
  return <StudioUnread passing={passing} onRetry={() => failed.map(({ refetch }) => refetch())} />;
}
