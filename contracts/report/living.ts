import type { ReportScope } from './state.ts';

/** An app, instance or group that exists, with its app, which for an app is itself. */
export interface FoundThing {
  kind: keyof ReportScope;
  id: string;
  app_id: string;
}

/** The ids of each kind among those that were found, in the order in which they were named. */
export const livingOf = (scope: ReportScope, things: readonly FoundThing[]): ReportScope => {
  const found = new Set(things.map(({ kind, id }) => `${kind} ${id}`));
  const held = new Set(things.filter(({ kind }) => kind === 'apps').map(({ id }) => id));
  const appOf = new Map(things.map(({ id, app_id }) => [id, app_id]));
  const living = (kind: FoundThing['kind']) =>
    scope[kind].filter((id) => found.has(`${kind} ${id}`) && held.has(appOf.get(id)!));
  return { apps: living('apps'), instances: living('instances'), groups: living('groups') };
};

/** Whether nothing is left of what a report showed: it never shows more than was chosen. */
export const isNothingLeft = (scope: ReportScope, living: ReportScope): boolean =>
  living.apps.length === 0 ||
  (scope.instances.length > 0 && living.instances.length === 0) ||
  (scope.groups.length > 0 && living.groups.length === 0);
