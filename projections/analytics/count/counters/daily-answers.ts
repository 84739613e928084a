import type pg from 'pg';
import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import { together } from '#kernel/db/transaction.ts';
import { answerText, type ComponentEvent } from './component-event.ts';
import { isoDayOf } from './daily-delta.ts';

const dayMs = 86_400_000;

/** What is counted of one component on one UTC day: by value, how often. */
export interface AnsweredDay {
  app_id: string;
  group_id: string;
  story_id: string;
  day: number;
  component_id: string;
  type: SdkEventType;
  values: Map<string, number>;
}

type ByComponent = Map<string, Map<SdkEventType, AnsweredDay>>;

const getOrCreate = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  let found = map.get(key);
  if (found === undefined) {
    found = make();
    map.set(key, found);
  }
  return found;
};

/** The responses of one type to all components of a group or a story on one UTC day. */
interface Response {
  app_id: string;
  scope: 'group' | 'story';
  subject_id: string;
  day: number;
  type: SdkEventType;
  responses: number;
}

const responsesOf = (rows: readonly (AnsweredDay & { answers: number })[]): Response[] => {
  const sums = new Map<string, Response>();
  for (const { app_id, group_id, story_id, day, type, answers } of rows)
    for (const [scope, subject_id] of [
      ['group', group_id],
      ['story', story_id],
    ] as const) {
      const key = `${app_id} ${scope} ${subject_id} ${day} ${type}`;
      getOrCreate(sums, key, () => ({ app_id, scope, subject_id, day, type, responses: 0 })).responses += answers;
    }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

const writeResponses = (on: pg.ClientBase, rows: readonly Response[]) =>
  on.query(
    `insert into daily_response (app_id, scope, subject_id, day, type, responses)
     select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::text[], $6::bigint[])
     on conflict (app_id, scope, subject_id, day, type)
     do update set responses = daily_response.responses + excluded.responses`,
    [
      rows.map((row) => row.app_id),
      rows.map((row) => row.scope),
      rows.map((row) => row.subject_id),
      rows.map((row) => isoDayOf(row.day)),
      rows.map((row) => row.type),
      rows.map((row) => row.responses),
    ],
  );

const keyOf = ({ app_id, story_id, day, component_id, type }: AnsweredDay): string =>
  `${app_id} ${story_id} ${day} ${component_id} ${type}`;

/** What events say of components, by component, type and day. */
export const componentDaysOf = (events: readonly ComponentEvent[]): AnsweredDay[] => {
  const stories = new Map<string, Map<number, ByComponent>>();
  const all: AnsweredDay[] = [];
  for (const { app_id, event } of events) {
    const { type, component_id = '' } = event;
    const [group_id, story_id] = [event.group_id!, event.story_id!];
    const day = Math.floor(event.at / dayMs);
    const days = getOrCreate(stories, story_id, () => new Map());
    const components = getOrCreate(days, day, (): ByComponent => new Map());
    const types = getOrCreate(components, component_id, () => new Map<SdkEventType, AnsweredDay>());
    const { values } = getOrCreate(types, type, () => {
      const created: AnsweredDay = { app_id, group_id, story_id, day, component_id, type, values: new Map() };
      all.push(created);
      return created;
    });
    const value = type === 'component_impression' ? '' : answerText(event);
    values.set(value, (values.get(value) ?? 0) + 1);
  }
  return all;
};

/** Adds how often components were seen, and each of the values that they were answered with. */
export const writeDailyAnswers = async (on: pg.ClientBase, days: readonly AnsweredDay[]): Promise<void> => {
  if (days.length === 0) return;
  const rows = days
    .map((one) => ({ key: keyOf(one), one }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(({ one }) => [...one.values].sort().map(([value, answers]) => ({ ...one, value, answers })));
  const answered = on.query(
    `insert into daily_answer (app_id, group_id, story_id, day, component_id, type, value, answers)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::date[], $5::text[], $6::text[], $7::text[], $8::bigint[])
     on conflict (app_id, story_id, day, component_id, type, value)
     do update set answers = daily_answer.answers + excluded.answers`,
    [
      rows.map((row) => row.app_id),
      rows.map((row) => row.group_id),
      rows.map((row) => row.story_id),
      rows.map((row) => isoDayOf(row.day)),
      rows.map((row) => row.component_id),
      rows.map((row) => row.type),
      rows.map((row) => row.value),
      rows.map((row) => row.answers),
    ],
  );
  await together([answered, writeResponses(on, responsesOf(rows))]);
};
