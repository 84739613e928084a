// Pages of figures over a week to 30 days.
import { steady, thresholds, trends } from './lib/plan.js';

export { readFigures } from './lib/dashboard.js';
export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { read: steady('readFigures', 6) },
  thresholds: thresholds({ overview: 150, groups: 150, stories: 150 }),
  summaryTrendStats: trends,
};
