import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import {
  type ComponentResponses,
  type ComponentStats,
  type InteractiveStats,
  type Responses,
  type ResponseType,
  responseTypes,
} from '#contracts/stats/interactive-stats.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { DayRange } from '../day-range.ts';
import { type DaysOf, noDays, readDaysOf } from './component-days.ts';
import { estimateResponders } from './estimated-responders.ts';
import {
  type CountedType,
  type EntityRef,
  type Responder,
  readResponders,
  readTypeTotals,
  readValues,
  type TypeTotal,
  type ValueRow,
} from './queries.ts';

/** Distinct viewers are counted from the answers themselves up to so many, and estimated beyond. */
export const maxAnswersCounted = 20_000;

type StoryRef = EntityRef & { story_group_id: string };

/** What to read: groups or stories, the stories that hold their components, and whether each component is wanted. */
export interface InteractiveQuery {
  scope: 'group' | 'story';
  entities: readonly EntityRef[];
  stories: readonly StoryRef[];
  range: DayRange;
  components: boolean;
  /** Whether the days of the components are wanted, too. */
  days: boolean;
}

/** The metrics of components by group, story and component. */
export interface InteractiveMetrics {
  /** The responses of a group or a story. */
  statsOf(entityId: string): InteractiveStats;
  /** The components of a story. */
  componentsOf(storyId: string): ComponentStats[];
}

/** Entities with answers: those whose answers together are within the limit for counting viewers, the fewest first, and the others. */
const byAnswerLimit = (totals: readonly TypeTotal[]): { within: Set<string>; beyond: Set<string> } => {
  const answers = new Map<string, number>();
  for (const { subject_id, type, responses } of totals)
    if ((sdkAnswerTypes as readonly string[]).includes(type))
      answers.set(subject_id, (answers.get(subject_id) ?? 0) + responses);
  let left = maxAnswersCounted;
  const [within, beyond] = [new Set<string>(), new Set<string>()];
  for (const [entity, count] of [...answers].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))) {
    left -= count;
    (left >= 0 ? within : beyond).add(entity);
  }
  return { within, beyond };
};

/**
 * Reads the answers to components in a range. Cost: entities × days × types, at most 20,000 answers, for entities beyond these
 * what `estimateResponders` costs, for single components stories × days × values, and for their days the same again and at
 * most 300 components × types × days as numbers.
 */
export const readInteractive = async (db: Db, query: InteractiveQuery): Promise<InteractiveMetrics> => {
  const { scope, stories, range } = query;
  const entityIdOf = (story: StoryRef) => (scope === 'group' ? story.story_group_id : story.id);
  const totals = await readTypeTotals(db, scope, query.entities, range);
  const used = new Set(totals.map((total) => total.subject_id));
  const { within, beyond } = byAnswerLimit(totals);
  const answered = query.components ? stories.filter((story) => used.has(entityIdOf(story))) : [];
  const asked = stories.filter((story) => within.has(entityIdOf(story)));
  const [values, exact, estimated] = await Promise.all([
    answered.length === 0 ? [] : readValues(db, answered, range),
    asked.length === 0 ? [] : readResponders(db, asked, range, scope === 'group' ? 'group_id' : 'story_id'),
    estimateResponders(
      db,
      stories.flatMap((story) => (beyond.has(entityIdOf(story)) ? [{ ...story, about: entityIdOf(story) }] : [])),
      range,
    ),
  ]);
  const responders = [...exact, ...estimated];
  const daysOf = query.days ? await readDaysOf(db, answered, values, range) : noDays;
  const entityOfStory = new Map(stories.map((story) => [story.id, entityIdOf(story)]));
  return assemble({ entityOfStory, totals, values, responders, daysOf });
};

const respondersKey = (entity: string, type: string, storyId: string | null, componentId: string | null): string =>
  JSON.stringify([entity, type, componentId === null ? null : storyId, componentId]);

const assemble = (read: {
  entityOfStory: ReadonlyMap<string, string>;
  totals: readonly TypeTotal[];
  values: readonly ValueRow[];
  responders: readonly Responder[];
  daysOf: DaysOf;
}): InteractiveMetrics => {
  const totals = new Map(read.totals.map((one) => [`${one.subject_id} ${one.type}`, one.responses]));
  const viewers = new Map(
    read.responders.map((one) => [respondersKey(one.about, one.type, one.story_id, one.component_id), one.viewers]),
  );
  const respondersOf = (type: CountedType, count: number, key: string): number | null =>
    type === 'product_tag_clicked' ? null : Math.min(count, viewers.get(key) ?? 0);
  const responsesOf = (entity: string, type: ResponseType): Responses => {
    const response_count = totals.get(`${entity} ${type}`) ?? 0;
    const key = respondersKey(entity, type, null, null);
    return { response_count, responders: respondersOf(type, response_count, key) };
  };
  const components = componentsByStory(read.values, read.daysOf, ({ story_id, component_id, type, total }) => {
    const entity = read.entityOfStory.get(story_id)!;
    return respondersOf(type, total, respondersKey(entity, type, story_id, component_id));
  });
  return {
    statsOf: (entity) => ({
      component_impression: { response_count: totals.get(`${entity} component_impression`) ?? 0 },
      ...(Object.fromEntries(responseTypes.map((type) => [type, responsesOf(entity, type)])) as Record<
        ResponseType,
        Responses
      >),
    }),
    componentsOf: (storyId) => components.get(storyId) ?? [],
  };
};

const componentsByStory = (
  rows: readonly ValueRow[],
  daysOf: DaysOf,
  respondersOf: (row: ValueRow) => number | null,
): Map<string, ComponentStats[]> => {
  const found = new Map<string, ComponentStats[]>();
  const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1];
  for (const row of rows) {
    const { story_id, component_id, type, value, answers, total, average } = row;
    const list = found.get(story_id) ?? [];
    found.set(story_id, list);
    let component = last(list);
    if (component?.component_id !== component_id) {
      component = { component_id, story_id, impressions: 0, responses: [] };
      list.push(component);
    }
    if (type === 'component_impression') {
      component.impressions = total;
      continue;
    }
    let responses: ComponentResponses | undefined = last(component.responses);
    if (responses?.type !== type) {
      responses = {
        ...{ type, response_count: total, responders: respondersOf(row), average },
        ...{ values: [], others: total, daily: daysOf(row) },
      };
      component.responses.push(responses);
    }
    responses.values.push({ value, count: answers, share: answers / total });
    responses.others -= answers;
  }
  return found;
};
