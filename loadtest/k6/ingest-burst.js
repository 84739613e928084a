// The same reports when a push message wakes every app at once: ten times as many within a moment, twice.
import { rampingRate, thresholds, trends } from './lib/scenarios.js';

export { sendReport } from './lib/sdk.js';
export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: {
    report: rampingRate('sendReport', [
      [0.25, 60],
      [0.02, 600],
      [0.13, 600],
      [0.02, 60],
      [0.23, 60],
      [0.02, 600],
      [0.13, 600],
      [0.02, 60],
      [0.18, 60],
    ]),
  },
  thresholds: thresholds(600),
  summaryTrendStats: trends,
};
