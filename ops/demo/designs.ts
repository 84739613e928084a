import { componentLists } from '#contracts/studio/kinds.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { DemoCast } from './cast.ts';
import { onStories } from './commands.ts';
import type { DesignIdea, SketchedDesign } from './content/design.ts';
import { keptDesign } from './kept-design.ts';
import { storePicture } from './media.ts';
import type { DemoStep } from './step.ts';
import type { GroupTimeline, StoryTimeline } from './timeline.ts';

const picturesIn = ({ imageData = [], productTagData = [] }: SketchedDesign): string[] => [
  ...new Set([...imageData, ...productTagData].flatMap(({ media }) => media ?? [])),
];

const withFirst = (design: SketchedDesign, first: DesignIdea['first'] = {}): SketchedDesign => {
  const lists = componentLists.map((list) => [
    list,
    design[list]?.map((one) => ({ ...one, ...(Object.hasOwn(first, one.id) ? first[one.id] : {}) })) ?? [],
  ]);
  return { ...design, ...Object.fromEntries(lists) };
};

/** Somebody designs a story and says where its answers lead, and improves the design later. */
export const designing = (cast: DemoCast, group: GroupTimeline, story: StoryTimeline): DemoStep[] => {
  if (!story.design) return [];
  const { idea, sent, at, improved, conditions } = story.design;
  const by = group.by === 'creator' ? group.app.runs : group.by;
  const keys = new Map<string, string>();
  const step = (key: string, moment: EpochMs, design: SketchedDesign, more: object): DemoStep => ({
    key: `${key}:${story.id}`,
    at: moment,
    by,
    prepare: async (kernel: Kernel) => {
      for (const picture of picturesIn(design))
        if (!keys.has(picture)) keys.set(picture, (await storePicture(kernel, cast, picture, 'png')).key);
    },
    run: (trx) => {
      const changes = { studio: keptDesign(design, (picture) => keys.get(picture)!), ...more };
      return onStories(trx, cast, group, by, { type: 'ChangeStory', story_id: story.id, changes });
    },
  });
  return [
    step('design', at, withFirst(sent, idea.first), conditions ? { conditions } : {}),
    ...(improved === null ? [] : [step('improve', improved, sent, {})]),
  ];
};
