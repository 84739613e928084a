import type { Store } from 'ra-core';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';

const lastApp = 'selection.app';
const lastInstance = (appId: string) => `selection.instance.${appId}`;

/** Keeps the app and its instance as the ones to open next time. */
export function rememberSelection(kept: Store, appId: string, instanceId: string | null): void {
  kept.setItem(lastApp, appId);
  if (instanceId) kept.setItem(lastInstance(appId), instanceId);
}

/** The app that the address names, else the last one, else the first; null without apps. */
export function selectApp(kept: Store, apps: readonly AppRow[], named: string | null): AppRow | null {
  const last = kept.getItem<string>(lastApp);
  return apps.find((app) => app.id === named) ?? apps.find((app) => app.id === last) ?? apps[0] ?? null;
}

/** Whether an address names an app that is not among a person's own. */
export function namesForeignApp(apps: readonly AppRow[], named: string | null): boolean {
  return named !== null && named !== '' && !apps.some(({ id }) => id === named);
}

/** The instance of an app that the address names, else the last one, else the default one. */
export function selectInstance(kept: Store, app: AppRow | null, named: string | null): InstanceRow | null {
  if (!app) return null;
  const last = kept.getItem<string>(lastInstance(app.id));
  return (
    app.instances.find((instance) => instance.id === named) ??
    app.instances.find((instance) => instance.id === last) ??
    app.instances.find((instance) => instance.is_default) ??
    app.instances[0] ??
    null
  );
}
