import { type SdkEventType, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import { together } from '#kernel/db/transaction.ts';
import type { CountedPayload, Counter } from '../counter.ts';
import { writeAnswers } from './answers.ts';
import type { ComponentEvent } from './component-event.ts';
import { type AnsweredDay, componentDaysOf, writeDailyAnswers } from './daily-answers.ts';
import { answerKey, readGivenBefore, type ViewerAnswer, writeFirstAnswers } from './first-answers.ts';

const answerTypes = new Set<SdkEventType>(sdkAnswerTypes);
const countedTypes = new Set<SdkEventType>([...sdkAnswerTypes, 'component_impression', 'product_tag_clicked']);

const isAnswer = ({ event }: ComponentEvent): boolean => answerTypes.has(event.type);
const isViewers = (one: ComponentEvent): one is ViewerAnswer => one.viewer !== null && isAnswer(one);

/** The events of a batch that are about components. */
export const componentEventsOf = ({ batch_id }: { batch_id: string }, payload: CountedPayload): ComponentEvent[] => {
  const { app_id, account_id, viewer, events } = payload;
  const found: ComponentEvent[] = [];
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index]!;
    if (countedTypes.has(event.type)) found.push({ app_id, account_id, batch_id, index, event, viewer });
  }
  return found;
};

/**
 * Selects the events that count, in log order, and of these the first answers of viewers by their keys: of a viewer's answers
 * to a component only the first, unless `givenBefore` has its key; without a viewer each, as each seen component and product.
 */
export const selectCounted = async (
  events: readonly ComponentEvent[],
  givenBefore: (answers: readonly ViewerAnswer[]) => Promise<ReadonlySet<string>>,
): Promise<{ counted: ComponentEvent[]; first: Map<string, ViewerAnswer> }> => {
  const first = new Map<string, ViewerAnswer>();
  for (const one of events) if (isViewers(one) && !first.has(answerKey(one))) first.set(answerKey(one), one);
  if (first.size > 0) for (const key of await givenBefore([...first.values()])) first.delete(key);
  return { counted: events.filter((one) => !isViewers(one) || first.get(answerKey(one)) === one), first };
};

/** Counts what is said of components: how often each was seen and answered, and each answer as a row of its own. */
export const createComponentCounter = (): Counter => {
  const events: ComponentEvent[] = [];
  let first: ReadonlyMap<string, ViewerAnswer> = new Map();
  let answers: ComponentEvent[] = [];
  let days: AnsweredDay[] = [];
  return {
    add({ row, payload }) {
      for (const event of componentEventsOf(row, payload)) events.push(event);
    },
    async read(on) {
      const selected = await selectCounted(events, (given) => readGivenBefore(on, given));
      first = selected.first;
      answers = selected.counted.filter(isAnswer);
      days = componentDaysOf(selected.counted);
    },
    write: (on) => together([writeFirstAnswers(on, first), writeAnswers(on, answers), writeDailyAnswers(on, days)]),
  };
};
