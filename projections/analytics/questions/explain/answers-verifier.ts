import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { viewerUuid } from '#kernel/viewers/viewer-names.ts';
import { answerText, type ComponentEvent } from '../../count/counters/component-event.ts';
import { componentEventsOf, selectCounted } from '../../count/counters/components.ts';
import { isoDayOf } from '../../count/counters/daily-delta.ts';
import { answerKey, readGivenBefore, type ViewerAnswer } from '../../count/counters/first-answers.ts';
import { estimateOf } from '../interactive/estimated-responders.ts';
import { averageRatings } from '../interactive/queries.ts';
import { maxAnswersCounted } from '../interactive/read.ts';
import type { Added, AnsweredSubject, AnswersExplained, ReadBatch, Verifier } from './query.ts';

const dayMs = 86_400_000;
const answerTypes: ReadonlySet<string> = new Set(sdkAnswerTypes);

/**
 * Counts a figure of answers again from batches in log order. Of a viewer's answers the first counts: what was answered in
 * a batch before those that are read was on a day before the range, which is looked up. In memory a key for each answer of
 * the batches that the figure depends on.
 */
export const createAnswersVerifier = (
  { analytics }: Pick<Kernel, 'analytics'>,
  { asked, scope, subjects, range }: AnswersExplained,
  within: AnsweredSubject,
): Verifier => {
  const { figure, type, component_id, answer } = asked;
  const named = new Set(subjects);
  const namedWithin = new Set(within.ids);
  const days = new Set(range.days);
  const dayOf = ({ event }: ComponentEvent): string => isoDayOf(Math.floor(event.at / dayMs));
  const given = new Set<string>();
  const viewers = new Set<string>();
  const values = new Map<string, number>();
  let [counted, answersWithin] = [0, 0];

  const isOf = ({ event }: ComponentEvent): boolean =>
    event.type === type &&
    named.has((scope === 'group' ? event.group_id : event.story_id)!) &&
    (component_id === undefined || (event.component_id ?? '') === component_id);
  /** Whether viewers are counted or estimated depends on it. */
  const isWithin = ({ event }: ComponentEvent): boolean =>
    figure === 'responders' &&
    answerTypes.has(event.type) &&
    namedWithin.has((within.scope === 'group' ? event.group_id : event.story_id)!);

  /** The keys of answers that were given before, in the batches that are read or before these. */
  const givenBefore = async (answers: readonly ViewerAnswer[]): Promise<Set<string>> => {
    const fresh = answers.filter((one) => !given.has(answerKey(one)));
    const before = await readGivenBefore(
      analytics.pool,
      fresh.filter((one) => days.has(dayOf(one))),
      range.days[0]!,
    );
    for (const one of answers) if (given.has(answerKey(one))) before.add(answerKey(one));
    for (const one of fresh) given.add(answerKey(one));
    return before;
  };

  const addEvent = (one: ComponentEvent): number => {
    if (isWithin(one)) answersWithin += 1;
    if (!isOf(one)) return 0;
    const value = answerText(one.event);
    if (answer !== undefined && value !== answer) return 0;
    counted += 1;
    if (figure === 'responders') {
      const before = viewers.size;
      if (one.viewer !== null) viewers.add(viewerUuid(one.viewer));
      return viewers.size - before;
    }
    if (figure === 'average_rating') values.set(value, (values.get(value) ?? 0) + 1);
    return 1;
  };

  const value = async (): Promise<number> => {
    if (figure === 'response_count') return counted;
    if (figure === 'responders')
      return answersWithin > maxAnswersCounted
        ? Math.min(counted, estimateOf(viewers, answersWithin))
        : Math.min(counted, viewers.size);
    const rated = [...values].map(([value, answers]) => ({ day: '', value, answers }));
    return (await averageRatings(analytics, rated)).get(null) ?? 0;
  };

  return {
    async add(batches: readonly ReadBatch[]) {
      const events = batches.map(({ batch, payload }) =>
        componentEventsOf(batch, payload).filter((one) => isOf(one) || isWithin(one)),
      );
      const counting = new Set((await selectCounted(events.flat(), givenBefore)).counted);
      return events.map((own): Added | null => {
        const adds = own
          .filter((one) => counting.has(one) && days.has(dayOf(one)))
          .reduce((sum, one) => sum + addEvent(one), 0);
        return adds > 0 ? { adds } : null;
      });
    },
    value,
    ...(figure === 'responders' ? { viewers: () => viewers.size } : {}),
  };
};
