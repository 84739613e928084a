// One address, one token and one person that ask too much of a product with the limits that it comes with.
import { check } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { appsOf } from './lib/dashboard.js';
import { instances, nextOf, people, targets } from './lib/data.js';
import { baseThresholds, isSmoke, sharedIterations, trends } from './lib/scenarios.js';
import { reportOf, storiesOf } from './lib/sdk.js';

const letIn = new Counter('let_in');
const turnedAway = new Counter('turned_away');
const kinds = ['delivery', 'ingest', 'api'];

export { handleSummary } from './lib/summary.js';
export const options = {
  // A smoke has low limits and sends less: a machine under other work is not held up for seconds by it.
  scenarios: {
    deliver: sharedIterations('deliver', isSmoke ? 20 : 50),
    report: sharedIterations('report', 20),
    ask: sharedIterations('ask', isSmoke ? 15 : 70),
  },
  // Ten callers with so many requests at once each: more than a second lets in, however slow the machine answers.
  batchPerHost: 40,
  thresholds: {
    ...baseThresholds,
    ...Object.fromEntries(
      kinds.flatMap((kind) => [
        [`let_in{kind:${kind}}`, ['count>0']],
        [`turned_away{kind:${kind}}`, ['count>0']],
      ]),
    ),
  },
  summaryTrendStats: trends,
};

// Beside other work the disk may stand still for seconds, and whoever would wait too long is told to come again, too.
const busy = isSmoke ? [503] : [];
http.setResponseCallback(http.expectedStatuses(200, 202, 429, ...busy));

const checkAll = (answers, kind) => {
  for (const answer of answers) {
    const refused = answer.status === 429;
    const again = refused || busy.includes(answer.status);
    check(answer, {
      'let in, or told when to come again': ({ headers }) => !again || Number(headers['Retry-After']) >= 1,
      'refused by name': ({ body }) => !refused || JSON.parse(body).code === 'TooManyRequests',
    });
    if (refused) turnedAway.add(1, { kind });
    else if (!again) letIn.add(1, { kind });
  }
};
const times = (count, make) => Array.from({ length: count }, make);

export const deliver = () => {
  const [url, params] = storiesOf(instances[0]);
  checkAll(http.batch(times(40, () => ({ method: 'GET', url, params }))), 'delivery');
};
export const report = () => {
  const requests = times(30, () => {
    const [url, body, params] = reportOf(nextOf(targets));
    return { method: 'POST', url, body, params };
  });
  checkAll(http.batch(requests), 'ingest');
};
export const ask = () => {
  const [url, params] = appsOf(people[0]);
  checkAll(http.batch(times(10, () => ({ method: 'GET', url, params }))), 'api');
};
