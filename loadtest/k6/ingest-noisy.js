// Reports of a hundred instances, evenly; in every other turn of some seconds one of them sends fifty times what its token may.
import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { newId, targets } from './lib/data.js';
import { everyOtherTurn, pairs, steady, thresholds, trends, turnAt } from './lib/plan.js';
import { report, reportOf } from './lib/sdk.js';

const turnedAway = new Counter('turned_away');
const [noisy] = targets;

export { handleSummary } from './lib/summary.js';
export const options = {
  scenarios: { quiet: steady('quiet', 100), noise: everyOtherTurn('noise', 1000) },
  // How much slower the others are beside the noise is judged by the runner, from the turns of each pair.
  thresholds: {
    ...thresholds({ calm: 300, beside: 300 }),
    ...Object.fromEntries(
      Array.from({ length: pairs }, (_, pair) => ['calm', 'beside'].map((kind) => [kind, pair]))
        .flat()
        .map(([kind, pair]) => [`http_req_duration{kind:${kind},pair:${pair}}`, ['p(95)>=0']]),
    ),
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
  const turn = turnAt(Date.now() - exec.scenario.startTime);
  if (turn === null) return report(quietTarget(), 'between');
  report(quietTarget(), turn % 2 ? 'beside' : 'calm', { pair: String(Math.floor(turn / 2)) });
};

/** The noisy one's report, made once: to make a thousand a second would take the processor from whoever answers. */
let made;
export const noise = () => {
  if (!made) {
    const [address, body, params] = reportOf(noisy);
    const [head, tail] = body.split(JSON.parse(body).batch_id);
    made = { address, head, tail, params: { ...params, tags: { ...params.tags, kind: 'noise' } } };
  }
  const answer = http.post(made.address, made.head + newId() + made.tail, made.params);
  const refused = answer.status === 429;
  check(answer, {
    'kept, or told when to come again': ({ status, headers }) =>
      status === 202 || (refused && Number(headers['Retry-After']) >= 1),
  });
  if (refused) turnedAway.add(1);
};
