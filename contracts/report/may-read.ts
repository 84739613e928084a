import { may, type Permissions } from '../api/roles.ts';

/** Whether somebody may see figures of every app of a report, which whoever gets it must. */
export const mayReadReport = (held: Permissions, apps: readonly string[]): boolean =>
  apps.every((app) => may(held, 'stats.view', app));
