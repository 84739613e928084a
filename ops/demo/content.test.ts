import t from 'tap';
import { limits } from '#contracts/api/limits.ts';
import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import { type Answerable, answersTo } from '#contracts/studio/answers.ts';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { nextPlace } from '#contracts/studio/flow.ts';
import { componentKinds, isAnswerable } from '#contracts/studio/kinds.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { castOf, dayMs, fullSize } from './cast.ts';
import { designsOf } from './content/designs.ts';
import { allTraffic } from './test-traffic.ts';
import { groupTimelines, type StoryTimeline } from './timeline.ts';

const kernel = { secrets: { keyed: () => 'ab'.repeat(32) } } as unknown as Kernel;
const noon = Math.floor(Date.now() / dayMs) * dayMs - 12 * 3_600_000;
const cast = castOf(kernel, noon, fullSize);
const groups = groupTimelines(cast, fullSize.stories);
const designed = groups.flatMap((group) =>
  group.stories.filter(({ design }) => design).map((story) => ({ group, story })),
);

t.test('in full it has about 40 groups and 300 stories, and 700,000 to 1,000,000 events', async (t) => {
  t.equal(groups.length, 40);
  const stories = groups.flatMap((group) => group.stories);
  t.ok(stories.length >= 280 && stories.length <= 320, `${stories.length} stories`);
  const long = (title: string, most: number) => [...title].length > most;
  t.same(
    groups.filter((group) => long(group.idea.title, limits.groupTitle)),
    [],
  );
  t.same(
    stories.filter((story) => long(story.idea.title, limits.storyTitle)),
    [],
  );
  // Of every third day: it grows evenly, and no weekday comes more often than another.
  const traffic = allTraffic(kernel, noon, fullSize, 3);
  const events = 3 * traffic.reduce((all, one) => all + one.batch.events.length, 0);
  t.ok(events > 700_000 && events <= 1_000_000, `${events} events`);
  t.ok(traffic.every(({ batch }) => batch.events.length <= 50));
});

t.test('designs show what there is: every kind, fonts, turned and timed, and ways through a group', async (t) => {
  const ideas = cast.apps.flatMap((app) => app.groups.flatMap(({ title }) => designsOf(app.key, title)));
  t.equal(designed.length, ideas.length, 'each finds its story');
  const all = designed.flatMap(({ story }) => flatten(story.design!.studio));
  t.same(new Set(all.map(({ kind }) => kind)), new Set(componentKinds));
  const fonts = all.flatMap(({ component }) => ('text_font' in component ? [component.text_font] : []));
  t.ok(new Set(fonts).size >= 6, [...new Set(fonts)].join());
  t.ok(all.some(({ component }) => component.rotation !== 0));
  t.ok(all.some(({ component }) => component.start_time > 0 && component.end_time !== null));
  for (const { group, story } of designed) {
    const { studio, conditions, at } = story.design!;
    const told = `${group.idea.title}: ${story.idea.title}`;
    const later = group.stories.slice(group.stories.indexOf(story) + 1).map(({ id }) => id);
    const faults = checkDesign(
      { title: story.idea.title, type: story.idea.film ? 2 : 1, hasMedium: true, studio, conditions },
      { now: toSeconds(at), videoMs: null, before: null, laterStories: new Set(later) },
    );
    t.same(faults, [], told);
    const weights = Object.entries(story.design!.idea.answers ?? {}).map(([id, known]) => [id, known.weights.length]);
    const asked = flatten(studio).filter(({ kind }) => isAnswerable(kind));
    t.same(
      weights,
      asked.map(({ kind, component }) => [component.id, answersTo({ ...component, kind } as Answerable).length]),
      `${told}: a weight for each answer`,
    );
  }
});

t.test('answers come from who saw the component, once each, and lead where the design says', async (t) => {
  const byStory = new Map(groups.flatMap((group) => group.stories.map((story) => [story.id, { group, story }])));
  const given = new Map<string, number>();
  const answered = new Set<string>();
  // By visit, which may be sent in several batches.
  const seen = new Set<string>();
  let led = 0;
  const wrong: unknown[] = [];
  for (const { batch } of allTraffic(kernel, noon, { ...fullSize, traffic: 0.1 })) {
    let lead: StoryTimeline | null = null;
    for (const { type, story_id, component_id, value } of batch.events) {
      const key = `${story_id} ${component_id}`;
      const visit = `${batch.session_id} ${key}`;
      if (type === 'component_impression') seen.add(visit);
      if (type === 'story_impression' && lead) {
        const { group, story } = byStory.get(story_id!)!;
        if (story.id !== lead.id && group.stories.includes(lead)) wrong.push(['led elsewhere', group.idea.title]);
        led += 1;
      }
      if (['story_impression', 'story_skipped', 'group_opened'].includes(type)) lead = null;
      if (!(sdkAnswerTypes as readonly string[]).includes(type) || type.startsWith('countdown')) continue;
      if (!seen.has(visit)) wrong.push(['not seen', type, key]);
      if (batch.viewer_id && answered.has(`${batch.viewer_id} ${key}`)) wrong.push(['twice', key]);
      answered.add(`${batch.viewer_id} ${key}`);
      given.set(`${key} ${value}`, (given.get(`${key} ${value}`) ?? 0) + 1);
      const { group, story } = byStory.get(story_id!)!;
      const rule = story.design!.conditions?.rules.find((one) => one.values.includes(String(value)));
      if (!rule || rule.to === 'end') continue;
      const ways = group.stories.map(({ id, design }) => ({ id, conditions: design?.conditions ?? null }));
      const next = nextPlace(ways, group.stories.indexOf(story), () => String(value));
      lead = group.stories[next]!;
    }
  }
  t.same(wrong, []);
  t.ok(led > 50, `${led} were led on`);
  const cup = designed.find(({ story }) => story.design!.idea.answers?.['who-takes-it'])!.story;
  const [ice, fire] = ['A', 'B'].map((letter) => given.get(`${cup.id} who-takes-it ${letter}`) ?? 0) as [
    number,
    number,
  ];
  t.ok(Math.abs(ice / (ice + fire) - 0.58) < 0.08, `${ice} and ${fire}`);
});
