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
import {
  type Responder,
  readResponders,
  readTotals,
  readValues,
  type StoryPlace,
  type Total,
  type ValueRow,
} from './interactive-read.ts';
import type { Range } from './range.ts';

/** Distinct viewers are counted from the answers themselves; more than so many would hold up a page. */
const mostAnswersCounted = 50_000;

/** The stories of things whose answers together are few enough to count who gave them, smallest things first. */
const countable = <S extends StoryPlace>(
  stories: readonly S[],
  aboutOf: (story: S) => string,
  totals: readonly Total[],
): S[] => {
  const answers = new Map<string, number>();
  const things = new Map(stories.map((story) => [story.id, aboutOf(story)]));
  for (const { story_id, type, answers: more } of totals) {
    if (!(sdkAnswerTypes as readonly string[]).includes(type)) continue;
    const thing = things.get(story_id)!;
    answers.set(thing, (answers.get(thing) ?? 0) + more);
  }
  let left = mostAnswersCounted;
  const taken = new Set<string>();
  for (const [thing, many] of [...answers].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))) {
    left -= many;
    if (left >= 0) taken.add(thing);
  }
  return stories.filter((story) => taken.has(aboutOf(story)));
};

/** What was counted of components, ready to be asked for single things. */
export interface Interactive {
  /** The responses of a thing, which has these stories. */
  statsOf(about: string, stories: readonly string[]): InteractiveStats;
  /** The components of a story. */
  componentsOf(storyId: string): ComponentStats[];
}

const respondersKey = (about: string, type: string, storyId = '', componentId: string | null = null): string =>
  JSON.stringify([about, type, storyId, componentId]);

/** Reads everything about the components of stories in a range; `aboutOf` says of a story what its responses are summed up by. */
export const readInteractive = async <S extends StoryPlace & { story_group_id: string }>(
  db: Db,
  stories: readonly S[],
  range: Range,
  about: 'group_id' | 'story_id',
): Promise<Interactive> => {
  const aboutOf = (story: S) => (about === 'group_id' ? story.story_group_id : story.id);
  const totals = await readTotals(db, stories, range);
  const used = new Set(totals.map((total) => total.story_id));
  const answered = stories.filter((story) => used.has(story.id));
  const counted = countable(answered, aboutOf, totals);
  const [values, responders] = await Promise.all([
    answered.length === 0 ? [] : readValues(db, answered, range),
    counted.length === 0 ? [] : readResponders(db, counted, range, about),
  ]);
  return gather({ stories, aboutOf, totals, values, responders, counted: new Set(counted.map(aboutOf)) });
};

const gather = <S extends StoryPlace>(read: {
  stories: readonly S[];
  aboutOf: (story: S) => string;
  totals: readonly Total[];
  values: readonly ValueRow[];
  responders: readonly Responder[];
  counted: ReadonlySet<string>;
}): Interactive => {
  const aboutOfStory = new Map(read.stories.map((story) => [story.id, read.aboutOf(story)]));
  const totals = new Map(read.totals.map((one) => [`${one.story_id} ${one.type}`, one.answers]));
  const viewers = new Map(
    read.responders.map((one) => [
      one.component_id === null
        ? respondersKey(one.about, one.type)
        : respondersKey(one.about, one.type, one.story_id!, one.component_id),
      one.viewers,
    ]),
  );
  // Of a thing that was not counted who answered is not known, unless nobody did.
  const respondersOf = (about: string, type: ResponseType, many: number, key: string): number | null => {
    if (many === 0) return type === 'product_tag_clicked' ? null : 0;
    if (type === 'product_tag_clicked' || !read.counted.has(about)) return null;
    return viewers.get(key) ?? 0;
  };

  const responsesOf = (about: string, type: ResponseType, stories: readonly string[]): Responses => {
    const response_count = stories.reduce((sum, id) => sum + (totals.get(`${id} ${type}`) ?? 0), 0);
    return { response_count, responders: respondersOf(about, type, response_count, respondersKey(about, type)) };
  };

  const components = componentsByStory(read.values, ({ story_id, component_id, type, total }) => {
    const about = aboutOfStory.get(story_id)!;
    return respondersOf(about, type as ResponseType, total, respondersKey(about, type, story_id, component_id));
  });
  return {
    statsOf: (about, stories) => ({
      component_impression: {
        response_count: stories.reduce((sum, id) => sum + (totals.get(`${id} component_impression`) ?? 0), 0),
      },
      ...(Object.fromEntries(responseTypes.map((type) => [type, responsesOf(about, type, stories)])) as Record<
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
