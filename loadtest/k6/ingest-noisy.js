// Reports of a hundred instances, evenly; in the second half one of them sends fifty times what its token may.
import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { targets } from './lib/data.js';
import { half, steady, thresholds, trends } from './lib/plan.js';
import { report, reportOf } from './lib/sdk.js';

const turnedAway = new Counter('turned_away');
const [noisy] = targets;

export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: {
    calm: half(steady('calm', 100), 'first'),
    beside: half(steady('beside', 100), 'second'),
    noise: half(steady('noise', 1000), 'second'),
  },
  // How much slower the others are beside the noise is judged by the runner, as a ratio of the two halves.
  thresholds: { ...thresholds({ calm: 300, beside: 300 }), turned_away: ['count>0'] },
  summaryTrendStats: trends,
};

http.setResponseCallback(http.expectedStatuses(202, 429));

const quietTarget = () => {
  const turn = exec.scenario.iterationInTest;
  const target = targets[turn % targets.length];
  // Neighbours are of different instances.
  return target.token === noisy.token ? targets[(turn + 1) % targets.length] : target;
};

export const calm = () => report(quietTarget(), 'calm');
export const beside = () => report(quietTarget(), 'beside');
export const noise = () => {
  const [address, body, params] = reportOf(noisy);
  const answer = http.post(address, body, { ...params, tags: { ...params.tags, kind: 'noise' } });
  const refused = answer.status === 429;
  check(answer, {
    'kept, or told when to come again': ({ status, headers }) =>
      status === 202 || (refused && Number(headers['Retry-After']) >= 1),
  });
  if (refused) turnedAway.add(1);
};
