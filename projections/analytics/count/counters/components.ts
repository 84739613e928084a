import { type SdkEventType, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import { together } from '#kernel/db/transaction.ts';
import type { Counter } from '../counter.ts';
import { writeAnswers } from './answers.ts';
import type { ComponentEvent } from './component-event.ts';
import { type AnsweredDay, componentDaysOf, writeDailyAnswers } from './daily-answers.ts';
import { answerKey, readGivenBefore, type ViewerAnswer, writeFirstAnswers } from './first-answers.ts';

const answerTypes = new Set<SdkEventType>(sdkAnswerTypes);
const countedTypes = new Set<SdkEventType>([...sdkAnswerTypes, 'component_impression', 'product_tag_clicked']);

const isAnswer = ({ event }: ComponentEvent): boolean => answerTypes.has(event.type);
const isViewers = (one: ComponentEvent): one is ViewerAnswer => one.viewer !== null && isAnswer(one);

/**
 * Counts what is said of components: how often each was seen and answered, and each answer as a row of its own. Of a viewer's
 * answers to a component only the first in the log counts; without a viewer each does, as each seen component and product.
 */
export const createComponentCounter = (): Counter => {
  const events: ComponentEvent[] = [];
  const first = new Map<string, ViewerAnswer>();
  let answers: ComponentEvent[] = [];
  let days: AnsweredDay[] = [];
  return {
    add({ row, payload }) {
      const { app_id, account_id, viewer } = payload;
      for (let index = 0; index < payload.events.length; index += 1) {
        const event = payload.events[index]!;
        if (!countedTypes.has(event.type)) continue;
        events.push({ app_id, account_id, batch_id: row.batch_id, index, event, viewer });
      }
    },
    async read(on) {
      const firstHere = new Map<string, ViewerAnswer>();
      for (const one of events)
        if (isViewers(one) && !firstHere.has(answerKey(one))) firstHere.set(answerKey(one), one);
      const before = firstHere.size === 0 ? null : await readGivenBefore(on, [...firstHere.values()]);
      for (const [key, one] of firstHere) if (!before!.has(key)) first.set(key, one);
      const counted = events.filter((one) => !isViewers(one) || first.get(answerKey(one)) === one);
      answers = counted.filter(isAnswer);
      days = componentDaysOf(counted);
    },
    write: (on) => together([writeFirstAnswers(on, first), writeAnswers(on, answers), writeDailyAnswers(on, days)]),
  };
};
