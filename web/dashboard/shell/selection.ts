import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';

const lastAppKey = 'storyrail.last-app';
const lastInstanceKey = (appId: string) => `storyrail.last-instance.${appId}`;

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps the app and its instance as the ones to open next time. */
export function rememberSelection(appId: string, instanceId: string | null): void {
  try {
    localStorage.setItem(lastAppKey, appId);
    if (instanceId) localStorage.setItem(lastInstanceKey(appId), instanceId);
  } catch {
    // Without storage the address alone holds the selection.
  }
}

/** The app that the address names, else the last one, else the first; null without apps. */
export function selectApp(apps: readonly AppRow[], named: string | null): AppRow | null {
  const last = recall(lastAppKey);
  return apps.find((app) => app.id === named) ?? apps.find((app) => app.id === last) ?? apps[0] ?? null;
}

/** The instance of an app that the address names, else the last one, else the default one. */
export function selectInstance(app: AppRow | null, named: string | null): InstanceRow | null {
  if (!app) return null;
  const last = recall(lastInstanceKey(app.id));
  return (
    app.instances.find((instance) => instance.id === named) ??
    app.instances.find((instance) => instance.id === last) ??
    app.instances.find((instance) => instance.is_default) ??
    app.instances[0] ??
    null
  );
}
