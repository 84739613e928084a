// Stories of a hundred instances whose answers lie ready.
import { instances, nextOf } from './lib/data.js';
import { constantRate, thresholds, trends } from './lib/scenarios.js';
import { fetchStoriesUnparsed } from './lib/sdk.js';

export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { warm: constantRate('warm', 1000) },
  thresholds: thresholds(50),
  summaryTrendStats: trends,
};
export const warm = () => fetchStoriesUnparsed(nextOf(instances));
