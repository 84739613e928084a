import { median } from '../bench/measure.ts';
import type { ScenarioName } from './request.ts';
import type { K6Results } from './run-k6.ts';
import type { Counts } from './site.ts';

const mostly = 0.95;

const outcomeOf: Partial<Record<ScenarioName, 'hit' | 'miss' | 'not_modified'>> = {
  'delivery-warm': 'hit',
  'delivery-cold': 'miss',
  'delivery-304': 'not_modified',
};

/** How many times as long an answer may take beside a noisy token, at the 95th percentile. */
const mostSlower = 1.2;

/**
 * How many times as long the quiet ones waited beside the noise, at the 95th percentile: the median of the pairs of turns,
 * which drifts of the machine touch least. Null when there is no pair with answers in both.
 */
const slowerBeside = (results: K6Results | null): number | null => {
  const p95 = (kind: string, pair: string) =>
    results?.metrics[`http_req_duration{kind:${kind},pair:${pair}}`]?.values['p(95)'];
  const ratios = Object.keys(results?.metrics ?? {}).flatMap((name) => {
    const pair = /\{kind:calm,pair:(\d+)\}$/.exec(name)?.[1];
    const [calm, beside] = pair ? [p95('calm', pair), p95('beside', pair)] : [];
    return calm && beside ? [beside / calm] : [];
  });
  return ratios.length > 0 ? median(ratios) : null;
};

/** What the turns of `ingest-noisy` say against it: a noisy token made the others wait. */
export const slowerAgainst = (name: ScenarioName, results: K6Results | null): string[] => {
  if (name !== 'ingest-noisy') return [];
  const slower = slowerBeside(results);
  if (slower === null) return ['no pair of turns has answers'];
  const words = `beside the noise the others waited ${slower.toFixed(2)} times as long (p95, median of the pairs)`;
  return slower > mostSlower ? [words] : [];
};

/** What the product's own counts say against a scenario: stories came another way than it measures, or batches are missing. */
export const countAgainst = (
  name: ScenarioName,
  results: K6Results | null,
  before: Counts,
  after: Counts,
): string[] => {
  const faults: string[] = [];
  const wanted = outcomeOf[name];
  if (wanted) {
    const of = (outcome: 'hit' | 'miss' | 'not_modified') => after[outcome] - before[outcome];
    const all = of('hit') + of('miss') + of('not_modified');
    if (all === 0 || of(wanted) < all * mostly)
      faults.push(`only ${of(wanted)} of ${all} deliveries were counted as ${wanted}`);
  }
  const accepted = results?.metrics.batches_accepted?.values.count ?? 0;
  const kept = after.batches - before.batches;
  if (kept < accepted) faults.push(`${accepted} batches were acknowledged, ${kept} were kept`);
  if (name.startsWith('ingest') && accepted === 0) faults.push('no batch was acknowledged');
  return faults;
};
