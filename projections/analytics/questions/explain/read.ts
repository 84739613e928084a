import { limits } from '#contracts/api/limits.ts';
import type { WhyAnswer, WhyBatch } from '#contracts/stats/explain.ts';
import { whyAnswerRule, whyRule } from '#contracts/stats/why-rule.ts';
import { toEpochMs, toSeconds } from '#contracts/time.ts';
import { say } from '#kernel/platform/say.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { parsePayload } from '../../count/payload.ts';
import type { DayRange } from '../day-range.ts';
import { readSourceBatches, readWithCheckpoints, type SourceBatch } from '../source-batches.ts';
import { explainAnswers } from './answers.ts';
import { readContentVersions } from './content-versions.ts';
import { explainMetric } from './metric.ts';
import type { Added, ExplainDeps, Explained, Explanation, ReadBatch } from './query.ts';

const dayMs = 86_400_000;
/** Batches that are counted at once: what is looked up for them is one question, and nobody is held up for long. */
const aTurn = 100;

/** Which page of the batches is wanted. */
export interface ExplainPage {
  limit: number;
  offset: number;
  signal?: AbortSignal;
}

const explanationOf = async (kernel: ExplainDeps, query: Explained): Promise<Explanation> => {
  const { asked, ...of } = query;
  return 'type' in asked ? explainAnswers(kernel, { ...of, asked }) : explainMetric({ ...of, asked });
};

const ruleOf = ({ asked, scope }: Explained) =>
  'type' in asked ? whyAnswerRule(asked.figure, asked.type) : whyRule(asked.figure, scope);

/** The groups that a batch has events of on the days, each with the time (ms) of the first. */
const groupsOf = (
  { events }: TelemetryPayload,
  isAbout: Explanation['isAbout'],
  range: DayRange,
): Map<string, number> => {
  const groups = new Map<string, number>();
  for (const event of events) {
    const { group_id, at } = event;
    if (group_id === undefined || at < toEpochMs(range.ts_start) || at >= toEpochMs(range.ts_end + 1)) continue;
    if (!isAbout(event)) continue;
    groups.set(group_id, Math.min(at, groups.get(group_id) ?? at));
  }
  return groups;
};

/**
 * Explains a figure: its rule, its days and a page of the batches behind it, which add up to it as long as they are all
 * kept. Cost: a read of the figure, and every batch of the apps from eight days before the range to seven days after it;
 * those that name none of what it is about are not parsed, where few are asked for.
 */
export const explainFigure = async (
  kernel: ExplainDeps,
  query: Explained,
  { limit, offset, signal }: ExplainPage,
): Promise<WhyAnswer> => {
  const { asked, scope, subjects, apps, range } = query;
  const explanation = await explanationOf(kernel, query);
  const { found, checkpointOf } = await readWithCheckpoints(kernel.analytics, (analytics) =>
    explanation.stated({ db: kernel.db, analytics }),
  );
  const verifier = explanation.verifier(kernel);
  const duplicates = { repeated: 0 };
  const { mentioned } = explanation;
  const mentions =
    mentioned && mentioned.length > 0 && mentioned.length <= limits.idsAtOnce
      ? new RegExp(mentioned.join('|'), 'i')
      : null;
  const page: { row: WhyBatch; groups: Map<string, number> }[] = [];
  let total = 0;
  let waiting: (ReadBatch & Pick<SourceBatch, 'kept'>)[] = [];
  const addWaiting = async (): Promise<void> => {
    const added = await verifier.add(waiting);
    for (const [place, one] of waiting.entries()) {
      const adds = added[place];
      if (!adds) continue;
      total += 1;
      if (total <= offset || page.length >= limit) continue;
      page.push({ row: rowOf(one, adds), groups: groupsOf(one.payload, explanation.isAbout, range) });
    }
    waiting = [];
  };
  const [from, to] = [toEpochMs(range.ts_start), toEpochMs(range.ts_start) + range.days.length * dayMs];
  const batches = readSourceBatches(kernel, { app_id: apps, from, to, checkpointOf, signal }, duplicates);
  for await (const { batch, kept } of batches) {
    if (mentions && !mentions.test(batch.payload)) continue;
    const payload = parsePayload(batch);
    if (payload) waiting.push({ batch, payload, kept });
    if (waiting.length === aTurn) await addWaiting();
  }
  await addWaiting();
  const versionAt = await readContentVersions(kernel.db, [
    ...new Set(page.flatMap(({ groups }) => [...groups.keys()])),
  ]);
  return {
    ...asked,
    scope,
    subjects: subjects.length,
    subject_id: subjects.length === 1 ? subjects[0]! : null,
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    rule: say(ruleOf(query)),
    ...found,
    recounted: await verifier.value(),
    ...(verifier.viewers ? { viewers: verifier.viewers() } : {}),
    total,
    repeated: duplicates.repeated,
    batches: page.map(({ row, groups }) => ({
      ...row,
      contents: [...groups].map(([story_group_id, at]) => ({ story_group_id, version: versionAt(story_group_id, at) })),
    })),
  };
};

const rowOf = ({ batch, payload, kept }: ReadBatch & Pick<SourceBatch, 'kept'>, added: Added): WhyBatch => ({
  batch_id: batch.batch_id,
  instance_id: batch.instance_id,
  ts: toSeconds(batch.received_ms),
  platform: payload.platform,
  sdk_version: payload.sdk_version,
  app_version: payload.app_version,
  consent: payload.consent,
  kept,
  ...added,
  contents: [],
});
