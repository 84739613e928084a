// All that pages of figures ask for, over 30 days of an app with ten million events.
import { constantRate, thresholds, trends } from './lib/scenarios.js';

export { readEveryFigure } from './lib/dashboard.js';
export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { read: constantRate('readEveryFigure', 7) },
  thresholds: thresholds({
    overview: 150,
    groups: 150,
    group_stories: 150,
    stories: 150,
    group_answers: 150,
    story_answers: 150,
    mau: 150,
  }),
  summaryTrendStats: trends,
};
