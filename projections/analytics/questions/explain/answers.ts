import { type SdkAnswerType, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { estimateResponders } from '../interactive/estimated-responders.ts';
import {
  averageRatings,
  type EntityRef,
  readResponders,
  readRespondersByDay,
  readRespondersTogether,
  readTypeDays,
  readValueDays,
  type TypeDay,
} from '../interactive/queries.ts';
import { maxAnswersCounted } from '../interactive/read.ts';
import { createAnswersVerifier } from './answers-verifier.ts';
import type { AnsweredSubject, AnswersExplained, Explanation, StatedFigure } from './query.ts';

/** All stories of groups, or one of them, deleted ones too. */
const readStoriesOf = async ({ pool }: Db, { scope, ids }: AnsweredSubject): Promise<EntityRef[]> => {
  const { rows } = await pool.query<EntityRef>(
    `select id, app_id from story where ${scope === 'group' ? 'story_group_id' : 'id'} = any($1::uuid[])`,
    [ids],
  );
  return rows;
};

const readGroupOf = async ({ pool }: Db, storyId: string): Promise<string> => {
  const { rows } = await pool.query<{ story_group_id: string }>('select story_group_id from story where id = $1', [
    storyId,
  ]);
  return rows[0]!.story_group_id;
};

/** What the viewers of a figure are counted within. */
const readAnsweredSubject = async (db: Db, { asked, scope, subjects }: AnswersExplained): Promise<AnsweredSubject> =>
  asked.component_id === undefined
    ? { scope: scope === 'group' ? 'group' : 'story', ids: subjects }
    : { scope: 'group', ids: [await readGroupOf(db, subjects[0]!)] };

const isAnswerType = (type: string): type is SdkAnswerType => (sdkAnswerTypes as readonly string[]).includes(type);

const sumOf = (rows: readonly Pick<TypeDay, 'responses'>[]): number =>
  rows.reduce((sum, one) => sum + one.responses, 0);

/** The groups or the story by the keys of their rows. */
const readEntities = async (db: Db, { scope, ids }: AnsweredSubject): Promise<EntityRef[]> => {
  if (scope === 'story') return readStoriesOf(db, { scope, ids });
  const { rows } = await db.pool.query<EntityRef>('select id, app_id from story_group where id = any($1::uuid[])', [
    ids,
  ]);
  return rows;
};

const componentOf = ({ apps, subjects, asked }: AnswersExplained) => ({
  app_id: apps[0]!,
  story_id: subjects[0]!,
  component_id: asked.component_id ?? '',
  type: asked.type,
});

/** How often there was such an event, in all and by day. */
const readStatedCount = async (
  { db, analytics }: Pick<Kernel, 'db' | 'analytics'>,
  query: AnswersExplained,
): Promise<StatedFigure> => {
  const { asked, scope, subjects, range } = query;
  const on = new Map<string, number>();
  const add = (day: string, count: number) => on.set(day, (on.get(day) ?? 0) + count);
  if (asked.component_id === undefined) {
    const subject: AnsweredSubject = { scope: scope === 'group' ? 'group' : 'story', ids: subjects };
    const rows = await readTypeDays(analytics, await readEntities(db, subject), range, subject.scope);
    for (const { day, type, responses } of rows) if (type === asked.type) add(day, responses);
  } else
    for (const { day, value, answers } of await readValueDays(analytics, componentOf(query), range))
      if (asked.answer === undefined || value === asked.answer) add(day, answers);
  const days = range.days.map((date) => ({ date, value: on.get(date) ?? 0 }));
  return { value: days.reduce((sum, { value }) => sum + value, 0), days };
};

const readStatedResponders = async (
  kernel: Pick<Kernel, 'db' | 'analytics'>,
  query: AnswersExplained,
  subject: AnsweredSubject,
): Promise<StatedFigure> => {
  const { db, analytics } = kernel;
  const { asked, subjects, range } = query;
  const { component_id } = asked;
  const type = asked.type as SdkAnswerType;
  const stories = await readStoriesOf(db, subject);
  const own = component_id === undefined ? stories : stories.filter(({ id }) => id === subjects[0]);
  const every = await readTypeDays(analytics, await readEntities(db, subject), range, subject.scope);
  const answers = sumOf(every.filter((one) => isAnswerType(one.type)));
  const isOne = (one: { type: string; story_id?: string | null; component_id?: string | null }): boolean =>
    one.type === type &&
    (one.component_id ?? undefined) === component_id &&
    (component_id === undefined || one.story_id === subjects[0]);
  const [found, days] = await Promise.all([
    answers > maxAnswersCounted
      ? estimateResponders(
          analytics,
          stories.map((story) => ({ ...story, about: 'all' })),
          range,
        )
      : component_id === undefined
        ? readRespondersTogether(analytics, stories, range)
        : readResponders(analytics, stories, range, 'group_id'),
    readRespondersByDay(analytics, own, { type, component_id }, range),
  ]);
  const count = await readStatedCount(kernel, query);
  return {
    value: Math.min(count.value, found.find(isOne)?.viewers ?? 0),
    days: range.days.map((date) => ({ date, value: days.get(date) ?? 0 })),
  };
};

const readStatedAverage = async (
  { analytics }: Pick<Kernel, 'analytics'>,
  query: AnswersExplained,
): Promise<StatedFigure> => {
  const averages = await averageRatings(analytics, await readValueDays(analytics, componentOf(query), query.range));
  return {
    value: averages.get(null) ?? 0,
    days: query.range.days.map((date) => ({ date, value: averages.get(date) ?? 0 })),
  };
};

/** How a figure of answers is explained. */
export const explainAnswers = async ({ db }: Pick<Kernel, 'db'>, query: AnswersExplained): Promise<Explanation> => {
  const { asked, scope, subjects } = query;
  const named = new Set(subjects);
  const isWithin = scope === 'group' ? 'group_id' : 'story_id';
  const within = await readAnsweredSubject(db, query);
  return {
    async stated(kernel) {
      if (asked.figure === 'responders') return readStatedResponders(kernel, query, within);
      return asked.figure === 'response_count' ? readStatedCount(kernel, query) : readStatedAverage(kernel, query);
    },
    verifier: ({ analytics }) => createAnswersVerifier({ analytics }, query, within),
    isAbout: (event) =>
      named.has(event[isWithin] ?? '') &&
      event.type === asked.type &&
      (asked.component_id === undefined || (event.component_id ?? '') === asked.component_id),
    mentioned: asked.figure === 'responders' ? within.ids : subjects,
  };
};
