import { type FeatureName, featureNames, hasFeature } from '#contracts/api/plans.ts';
import { type ComponentKind, componentKinds } from '#contracts/studio/kinds.ts';

/** The feature that a kind needs; null for what every plan has. */
export const featureOf = (kind: ComponentKind): FeatureName | null =>
  kind === 'cta' ? 'swipe_up' : (featureNames.find((name) => name === kind) ?? null);

/** The kinds that a plan does not have. */
export const lockedKinds = (settings: Parameters<typeof hasFeature>[0]): Set<ComponentKind> =>
  new Set(
    componentKinds.filter((kind) => {
      const feature = featureOf(kind);
      return feature !== null && !hasFeature(settings, feature);
    }),
  );
