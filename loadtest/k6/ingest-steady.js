// Reports of 20 events from 200,000 viewers of a hundred instances, evenly.
import { constantRate, thresholds, trends } from './lib/scenarios.js';

export { sendReport } from './lib/sdk.js';
export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { report: constantRate('sendReport', 200) },
  thresholds: thresholds(150),
  summaryTrendStats: trends,
};
