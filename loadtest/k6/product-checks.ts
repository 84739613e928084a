import type { ScenarioName } from './request.ts';
import type { K6Results } from './run-k6.ts';
import type { ProductCounts } from './system.ts';

const mostly = 0.95;

const outcomeOf: Partial<Record<ScenarioName, 'hit' | 'miss' | 'not_modified'>> = {
  'delivery-warm': 'hit',
  'delivery-cold': 'miss',
  'delivery-304': 'not_modified',
};

/** How many times as long an answer may take beside a noisy token, at the 95th percentile. */
const mostSlower = 1.2;

/** The faults that the turns of `ingest-noisy` show: a noisy token made the others wait. */
export const checkSlowdown = (name: ScenarioName, results: K6Results | null): string[] => {
  if (name !== 'ingest-noisy') return [];
  const p95 = (kind: string) => results?.metrics[`http_req_duration{kind:${kind}}`]?.values['p(95)'];
  const [calm, beside] = [p95('calm'), p95('beside')];
  if (!calm || !beside) return ['there are not answers of both kinds'];
  const words = `beside the noise the others waited ${(beside / calm).toFixed(2)} times as long (p95)`;
  return beside / calm > mostSlower ? [words] : [];
};

/**
 * The faults that the product's own counts show: stories came another way than the scenario measures, or batches are
 * missing.
 */
export const checkProductCounts = (
  name: ScenarioName,
  results: K6Results | null,
  before: ProductCounts,
  after: ProductCounts,
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
