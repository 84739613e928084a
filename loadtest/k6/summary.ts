import type { K6Metric, K6Outcome, K6Results } from './run-k6.ts';

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const time = (ms: number | undefined): string =>
  ms === undefined ? '–' : ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toPrecision(2)} ms`;
const percent = (share: number): string => `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 2)}%`;

const timesOf = ({ values }: K6Metric): string =>
  `median ${time(values.med)}, 95% within ${time(values['p(95)'])}, 99% within ${time(values['p(99)'])}`;

const kindsOf = ({ metrics }: K6Results): string[] =>
  Object.entries(metrics).flatMap(([name, metric]) => {
    const kind = /^http_req_duration\{kind:(\w+)\}$/.exec(name)?.[1];
    return kind && (metric.values['p(95)'] ?? 0) > 0 ? [`${kind}: ${timesOf(metric)}`] : [];
  });

const brokenOf = ({ metrics }: K6Results): string[] =>
  Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([rule, { ok }]) => (ok ? [] : [`NOT HELD: ${name} ${rule}`])),
  );

const lastLines = (said: string): string[] =>
  said
    .trim()
    .split('\n')
    .slice(-6)
    .map((line) => line.slice(0, 400));

/** What a scenario showed, in lines for the terminal; `faults` are what the product itself counted against it. */
export const summarise = (name: string, { code, results, said }: K6Outcome, faults: readonly string[]): string => {
  const held = code === 0 && faults.length === 0;
  const lines = [`${held ? 'ok     ' : 'NOT OK '} ${name}`];
  if (results) {
    const { http_reqs, http_req_failed, http_req_duration, checks, dropped_iterations } = results.metrics;
    const seconds = results.state.testRunDurationMs / 1000;
    lines.push(
      `${count(http_reqs?.values.count ?? 0)} requests in ${seconds.toFixed(1)} s (${count(http_reqs?.values.rate ?? 0)}/s), failed ${percent(http_req_failed?.values.rate ?? 0)}, checks that held ${percent(checks?.values.rate ?? 0)}, never sent ${count(dropped_iterations?.values.count ?? 0)}`,
    );
    if (http_req_duration) lines.push(timesOf(http_req_duration));
    lines.push(...kindsOf(results), ...brokenOf(results));
  }
  lines.push(...faults.map((fault) => `NOT HELD: ${fault}`));
  if (code !== 0 && (code !== 99 || !results)) lines.push(code === null ? 'k6 was ended' : `k6 ended with ${code}:`);
  if (code !== 0) lines.push(...lastLines(said));
  return lines.join('\n    ');
};
