// Stories of a hundred instances whose answers lie ready.
import { instances, nextOf } from './lib/data.js';
import { steady, thresholds, trends } from './lib/scenarios.js';
import { takeStories } from './lib/sdk.js';

export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { warm: steady('warm', 1000) },
  thresholds: thresholds(50),
  summaryTrendStats: trends,
};
export const warm = () => takeStories(nextOf(instances));
