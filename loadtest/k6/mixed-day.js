// A day in short: night, morning, an even day, the evening's peak, night. Viewers' apps ask and report, people work at
// the dashboard.
import { instances, nextOf } from './lib/data.js';
import { constantRate, rampingRate, thresholds, trends } from './lib/scenarios.js';
import { openApp } from './lib/sdk.js';

export { readApps, readFigures, sendCommand } from './lib/dashboard.js';
export { sendReport } from './lib/sdk.js';
export { handleSummary } from './lib/summary.js';

const day = (most) =>
  [
    [0.1, 0.2],
    [0.2, 0.7],
    [0.3, 0.7],
    [0.1, 1],
    [0.15, 1],
    [0.15, 0.2],
  ].map(([share, part]) => [share, most * part]);

export const options = {
  scenarios: {
    open: rampingRate('open', day(300)),
    report: rampingRate('sendReport', day(100)),
    command: rampingRate('sendCommand', day(10)),
    figures: rampingRate('readFigures', day(3)),
    lists: constantRate('readApps', 5),
  },
  thresholds: thresholds({
    delivery: 150,
    ingest: 300,
    command: 300,
    overview: 300,
    groups: 300,
    group_stories: 300,
    api: 300,
  }),
  summaryTrendStats: trends,
};
export const open = () => openApp(nextOf(instances));
