// Callers that have the stories already and ask whether they changed.
import { instances, nextOf } from './lib/data.js';
import { steady, thresholds, trends } from './lib/scenarios.js';
import { confirmStories } from './lib/sdk.js';

export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { known: steady('known', 1500) },
  thresholds: thresholds(50),
  summaryTrendStats: trends,
};
export const known = () => confirmStories(nextOf(instances));
