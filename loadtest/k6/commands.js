// Changes of groups and stories, each by a key of its own.
import { constantRate, thresholds, trends } from './lib/scenarios.js';

export { sendCommand } from './lib/dashboard.js';
export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { change: constantRate('sendCommand', 100) },
  thresholds: thresholds(150),
  summaryTrendStats: trends,
};
