import { type SdkEventType, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import { viewerUuid } from '#kernel/viewers/viewer-names.ts';
import type { CountedEvent, Counter } from '../counter.ts';

const answerTypes = new Set<SdkEventType>(sdkAnswerTypes);

/** What was answered, as text; empty where an event has no value. */
export const answerText = ({ value }: Pick<CountedEvent, 'value'>): string =>
  value === undefined ? '' : String(value);

interface AnswerRow {
  app_id: string;
  batch_id: string;
  index: number;
  event: CountedEvent;
  account_id: string;
  viewer: string | null;
}

const inOrder = (a: AnswerRow, b: AnswerRow): number =>
  (a.event.story_id! < b.event.story_id! ? -1 : a.event.story_id! > b.event.story_id! ? 1 : 0) ||
  a.event.at - b.event.at;

/** Keeps each answer to a component as a row of its own. */
export const createAnswerCounter = (): Counter => {
  const answers: AnswerRow[] = [];
  return {
    add({ row, payload }) {
      const { events } = payload;
      for (let index = 0; index < events.length; index += 1) {
        const event = events[index]!;
        if (!answerTypes.has(event.type)) continue;
        const { app_id, account_id, viewer } = payload;
        answers.push({ app_id, batch_id: row.batch_id, index, event, account_id, viewer });
      }
    },
    async write(on) {
      if (answers.length === 0) return;
      answers.sort(inOrder);
      const columns = [
        answers.map((one) => one.app_id),
        answers.map((one) => one.event.group_id),
        answers.map((one) => one.event.story_id),
        answers.map((one) => one.event.at),
        answers.map((one) => one.batch_id),
        answers.map((one) => one.index),
        answers.map((one) => one.event.type),
        answers.map((one) => one.event.component_id ?? ''),
        answers.map((one) => answerText(one.event)),
        answers.map((one) => one.account_id),
        answers.map((one) => (one.viewer === null ? null : viewerUuid(one.viewer))),
      ];
      await on.query(
        `insert into answer (app_id, group_id, story_id, day, batch_id, place, at, type, component_id, value, account_id, viewer)
         select app_id, group_id, story_id, (to_timestamp(ms / 1000.0) at time zone 'UTC')::date, batch_id, place,
                to_timestamp(ms / 1000.0), type, component_id, value, account_id, viewer
           from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::uuid[], $6::smallint[], $7::text[], $8::text[],
                       $9::text[], $10::uuid[], $11::uuid[])
                as t (app_id, group_id, story_id, ms, batch_id, place, type, component_id, value, account_id, viewer)
         on conflict do nothing`,
        columns,
      );
    },
  };
};
