// Stories of instances that are not in memory: read, put together and packed for each request.
import { instances, nextOf } from './lib/data.js';
import { constantRate, thresholds, trends } from './lib/scenarios.js';
import { fetchStories } from './lib/sdk.js';

export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { cold: constantRate('cold', 100) },
  thresholds: thresholds(150),
  summaryTrendStats: trends,
};
export const cold = () => fetchStories(nextOf(instances));
