// Reports of a hundred instances, evenly. One of them sends fifty times what its token may: in every other turn of some
// seconds to the product, in between to another server, so that what sending them takes from the machine touches both
// turns.
import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { backgroundUrl, newId, targets } from './lib/data.js';
import { baseThresholds, constantRate, droppedThreshold, latencyThresholds, trends, turnAt } from './lib/scenarios.js';
import { report, reportOf } from './lib/sdk.js';

const turnedAway = new Counter('turned_away');
const [noisy] = targets;

export { handleSummary } from './lib/summary.js';
export const options = {
  // Who is to send a thousand a second while somebody is silent for a moment must be there already: to make one takes
  // long.
  scenarios: { quiet: constantRate('quiet', 100), noise: { ...constantRate('noise', 1000), preAllocatedVUs: 150 } },
  // How much slower the others are beside the noise is checked by the runner.
  thresholds: {
    ...baseThresholds,
    ...droppedThreshold('quiet', 1),
    ...droppedThreshold('noise', 10),
    ...latencyThresholds({ calm: 300, beside: 300 }),
    turned_away: ['count>0'],
  },
  summaryTrendStats: trends,
};

http.setResponseCallback(http.expectedStatuses(202, 429));

const quietTarget = () => {
  const turn = exec.scenario.iterationInTest;
  const target = targets[turn % targets.length];
  // Neighbours are of different instances.
  return target.token === noisy.token ? targets[(turn + 1) % targets.length] : target;
};

export const quiet = () => {
  const { odd, measured } = turnAt(Date.now() - exec.scenario.startTime);
  report(quietTarget(), measured ? (odd ? 'beside' : 'calm') : 'between');
};

/** The noisy one's report, made once: to make a thousand a second would take the processor from whoever answers. */
let made;
export const noise = () => {
  if (!made) {
    const [address, body, params] = reportOf(noisy);
    const [head, tail] = body.split(JSON.parse(body).batch_id);
    made = { address, head, tail, params: { ...params, tags: { ...params.tags, kind: 'noise' } } };
  }
  const elsewhere = !turnAt(Date.now() - exec.scenario.startTime).odd;
  const answer = http.post(elsewhere ? backgroundUrl : made.address, made.head + newId() + made.tail, made.params);
  const refused = answer.status === 429;
  check(answer, {
    'kept, or told when to come again': ({ status, headers }) =>
      status === 202 || (refused && Number(headers['Retry-After']) >= 1),
  });
  if (refused && !elsewhere) turnedAway.add(1);
};
