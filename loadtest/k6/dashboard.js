// The pages of an account of 100 apps, 1,000 instances, 10,000 groups and 200,000 stories.
import { constantRate, thresholds, trends } from './lib/scenarios.js';

export { callDashboard } from './lib/large-account.js';
export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { open: constantRate('callDashboard', 12) },
  thresholds: thresholds({ apps: 150, unchanged: 10, groups: 150, detail: 150, stories: 150, search: 100 }),
  summaryTrendStats: trends,
};
