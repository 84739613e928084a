// Callers that have the stories already and ask whether they changed.
import { instances, nextOf } from './lib/data.js';
import { constantRate, thresholds, trends } from './lib/scenarios.js';
import { revalidateStories } from './lib/sdk.js';

export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { known: constantRate('known', 1500) },
  thresholds: thresholds(50),
  summaryTrendStats: trends,
};
export const known = () => revalidateStories(nextOf(instances));
