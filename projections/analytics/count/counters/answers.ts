import type pg from 'pg';
import { viewerUuid } from '#kernel/viewers/viewer-names.ts';
import { answerText, type ComponentEvent } from './component-event.ts';

const inOrder = (a: ComponentEvent, b: ComponentEvent): number =>
  (a.event.story_id! < b.event.story_id! ? -1 : a.event.story_id! > b.event.story_id! ? 1 : 0) ||
  a.event.at - b.event.at;

/** Keeps each answer to a component as a row of its own. */
export const writeAnswers = async (on: pg.ClientBase, given: readonly ComponentEvent[]): Promise<void> => {
  if (given.length === 0) return;
  const answers = [...given].sort(inOrder);
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
};
