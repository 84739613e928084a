import { type Features, storyLimit } from '#contracts/api/plans.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import type { InstanceOption } from '../add-app/PlacePicker.tsx';

/** All instances of the given apps by their names. */
export function placesOf(apps: readonly AppRow[]): InstanceOption[] {
  return apps.flatMap((app) =>
    app.instances.map(({ id, title }) => ({ app_id: app.id, instance_id: id, label: `${app.title}, ${title}` })),
  );
}

/** The instance that groups are most likely taken from: the first other one that has any. */
export function likelySource(apps: readonly AppRow[], target: InstanceOption): InstanceOption | null {
  const others = placesOf(apps).filter((place) => place.instance_id !== target.instance_id);
  const filled = new Set(
    apps.flatMap((app) => app.instances.filter((one) => one.story_groups?.length).map((one) => one.id)),
  );
  return others.find((place) => filled.has(place.instance_id)) ?? others[0] ?? null;
}

/** How many stories the chosen groups would add beyond what the plan lets the app hold; 0 when they fit. */
export function storiesTooMany(
  account: { features: Features; manual_features: Features },
  app: Pick<AppRow, 'total_story_count'>,
  groups: readonly Pick<StoryGroupRow, 'story_count'>[],
): number {
  const limit = storyLimit(account);
  const wanted = groups.reduce((sum, group) => sum + group.story_count, app.total_story_count);
  return limit === -1 ? 0 : Math.max(0, wanted - limit);
}
