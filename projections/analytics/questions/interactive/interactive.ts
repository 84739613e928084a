import {
  type ComponentResponses,
  type ComponentStats,
  type InteractiveStats,
  type Responses,
  type ResponseType,
  responseTypes,
} from '#contracts/interactive-stats.ts';
import { sdkAnswerTypes } from '#contracts/sdk.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Range } from '../range.ts';
import {
  type CountedType,
  type Place,
  type Responder,
  readResponders,
  readTotals,
  readValues,
  type Total,
  type ValueRow,
} from './interactive-read.ts';

/** Distinct viewers are counted from the answers themselves; more than so many would hold up a page. */
const mostAnswersCounted = 20_000;

type StoryPlace = Place & { story_group_id: string };

/** What to read: groups or stories, the stories that hold their components, and whether each component is wanted. */
export interface InteractiveAsk {
  scope: 'group' | 'story';
  things: readonly Place[];
  stories: readonly StoryPlace[];
  range: Range;
  components: boolean;
}

/** What was counted of components, ready to be asked for single things. */
export interface Interactive {
  /** The responses of a group or a story. */
  statsOf(thingId: string): InteractiveStats;
  /** The components of a story. */
  componentsOf(storyId: string): ComponentStats[];
}

/** The things whose answers together are few enough to count who gave them, those with the fewest first. */
const countable = (totals: readonly Total[]): Set<string> => {
  const answers = new Map<string, number>();
  for (const { subject_id, type, responses } of totals)
    if ((sdkAnswerTypes as readonly string[]).includes(type))
      answers.set(subject_id, (answers.get(subject_id) ?? 0) + responses);
  let left = mostAnswersCounted;
  const taken = new Set<string>();
  for (const [thing, many] of [...answers].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))) {
    left -= many;
    if (left >= 0) taken.add(thing);
  }
  return taken;
};

/**
 * Reads what was answered to components in a range. Cost: things × days × types, at most 20,000 answers, and for single
 * components stories × days × values.
 */
export const readInteractive = async (db: Db, ask: InteractiveAsk): Promise<Interactive> => {
  const { scope, stories, range } = ask;
  const thingOf = (story: StoryPlace) => (scope === 'group' ? story.story_group_id : story.id);
  const totals = await readTotals(db, scope, ask.things, range);
  const used = new Set(totals.map((total) => total.subject_id));
  const counted = countable(totals);
  const answered = ask.components ? stories.filter((story) => used.has(thingOf(story))) : [];
  const asked = stories.filter((story) => counted.has(thingOf(story)));
  const [values, responders] = await Promise.all([
    answered.length === 0 ? [] : readValues(db, answered, range),
    asked.length === 0 ? [] : readResponders(db, asked, range, scope === 'group' ? 'group_id' : 'story_id'),
  ]);
  const thingOfStory = new Map(stories.map((story) => [story.id, thingOf(story)]));
  return gather({ thingOfStory, totals, values, responders, counted });
};

const respondersKey = (thing: string, type: string, storyId: string | null, componentId: string | null): string =>
  JSON.stringify([thing, type, componentId === null ? null : storyId, componentId]);

const gather = (read: {
  thingOfStory: ReadonlyMap<string, string>;
  totals: readonly Total[];
  values: readonly ValueRow[];
  responders: readonly Responder[];
  counted: ReadonlySet<string>;
}): Interactive => {
  const totals = new Map(read.totals.map((one) => [`${one.subject_id} ${one.type}`, one.responses]));
  const viewers = new Map(
    read.responders.map((one) => [respondersKey(one.about, one.type, one.story_id, one.component_id), one.viewers]),
  );
  // Of a thing that was not counted who answered is not known, unless nobody did.
  const respondersOf = (thing: string, type: CountedType, many: number, key: string): number | null => {
    if (type === 'product_tag_clicked') return null;
    if (many === 0) return 0;
    return read.counted.has(thing) ? (viewers.get(key) ?? 0) : null;
  };
  const responsesOf = (thing: string, type: ResponseType): Responses => {
    const response_count = totals.get(`${thing} ${type}`) ?? 0;
    const key = respondersKey(thing, type, null, null);
    return { response_count, responders: respondersOf(thing, type, response_count, key) };
  };
  const components = componentsByStory(read.values, ({ story_id, component_id, type, total }) => {
    const thing = read.thingOfStory.get(story_id)!;
    return respondersOf(thing, type, total, respondersKey(thing, type, story_id, component_id));
  });
  return {
    statsOf: (thing) => ({
      component_impression: { response_count: totals.get(`${thing} component_impression`) ?? 0 },
      ...(Object.fromEntries(responseTypes.map((type) => [type, responsesOf(thing, type)])) as Record<
        ResponseType,
        Responses
      >),
    }),
    componentsOf: (storyId) => components.get(storyId) ?? [],
  };
};

const componentsByStory = (
  rows: readonly ValueRow[],
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
      responses = { type, response_count: total, responders: respondersOf(row), average, values: [], others: total };
      component.responses.push(responses);
    }
    responses.values.push({ value, count: answers, share: answers / total });
    responses.others -= answers;
  }
  return found;
};
