import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { type FeatureName, type Features, featureNames } from '#contracts/api/plans.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';

/** What the form of an account's features holds; the limit as it is written. */
export interface FeatureDraft {
  id: string;
  on: readonly FeatureName[];
  limit: string;
}

/** The form's content for what staff has switched on for an account. */
export function featureDraftOf({ id, settings: { manual_features } }: AdminAccountRow): FeatureDraft {
  const { story_limit } = manual_features;
  return {
    id,
    on: featureNames.filter((name) => manual_features[name] === true),
    limit: typeof story_limit === 'number' ? String(story_limit) : '',
  };
}

/** Why a written limit is no number that an account can have; undefined when it is one. */
export function limitProblem(limit: string): string | undefined {
  const written = limit.trim();
  if (written === '' || (/^(-1|\d{1,7})$/.test(written) && Number(written) <= 1_000_000)) return undefined;
  return t(adminWords.storyLimitInvalid);
}

/** What a draft without a problem asks for. */
export function featuresAsked({ on, limit }: Pick<FeatureDraft, 'on' | 'limit'>): Features {
  const features: Features = Object.fromEntries(on.map((name) => [name, true]));
  const written = limit.trim();
  return written === '' ? features : { ...features, story_limit: Number(written) };
}

/** How many stories an app may have by its plan; -1: any number. */
export function planLimit(limit: unknown): number {
  return typeof limit === 'number' && limit >= 0 ? limit : -1;
}
