import fc from 'fast-check';
import type { Role } from '#contracts/api/roles.ts';
import type { GroupCommand } from '#services/story-group/group/decide.ts';
import type { StoryCommand } from '#services/story-group/story/decide.ts';

/** One step of a generated life of a story group. */
export type LifeStep =
  | { kind: 'group'; by: Role; own: boolean; devices: 0 | 1; command: GroupCommand }
  | { kind: 'story'; by: Role; own: boolean; which: number; command: StoryCommand }
  | { kind: 'restore'; by: Role; own: boolean; past: number; which: number | null }
  | { kind: 'end' }
  | { kind: 'cap' }
  | { kind: 'clock'; seconds: number };

/** When every generated life begins, unix seconds. */
export const lifeStart = Date.UTC(2026, 0, 15, 12) / 1000;
/** The n-th id of a random life. */
export const idOf = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const role = fc.constantFrom<Role>('account_owner', 'app_owner', 'story_creator', 'brodcaster');
const who = { by: role, own: fc.boolean() };
const status = fc.constantFrom(1, 2, 3, 4, 8, 9, 10);
const moment = fc.integer({ min: -3, max: 4 }).map((days) => lifeStart + days * 86_400);
const cap = fc.option(fc.integer({ min: 1, max: 4 }));
const fields = fc.record(
  {
    title: fc.constantFrom('One', 'Two'),
    ts_start: moment,
    ts_end: fc.option(moment),
    target_cap: cap,
    click_target_cap: cap,
  },
  { requiredKeys: [] },
);
const media = (key: string) => ({
  key,
  mime_type: 'image/png',
  width: 9,
  height: 16,
  duration_ms: null,
  bytes: 1,
  thumbnail: null,
});
const newStory = fc.record({
  title: fc.constantFrom('First', 'Second'),
  status: fc.constantFrom(1, 2, undefined),
  key: fc.constantFrom('a.png', 'b.png'),
});

const groupCommand: fc.Arbitrary<GroupCommand> = fc.oneof(
  { weight: 6, arbitrary: status.map((to): GroupCommand => ({ type: 'ChangeGroup', fields: {}, status: to })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fields, fc.option(status, { nil: undefined }))
      .map(([given, to]): GroupCommand => ({ type: 'ChangeGroup', fields: given, status: to })),
  },
  { weight: 1, arbitrary: fc.constant<GroupCommand>({ type: 'DeleteGroup' }) },
);

// Ids of stories are filled in by the life itself: which story is meant is a place in its list.
const storyCommand: fc.Arbitrary<StoryCommand> = fc.oneof(
  fc.array(newStory, { minLength: 1, maxLength: 45 }).map(
    (stories): StoryCommand => ({
      type: 'AddStories',
      stories: stories.map(({ key, ...story }) => ({ ...story, id: '', type: 1, media: media(key) })),
    }),
  ),
  fc
    .constantFrom(1, 2, 9, undefined)
    .chain((to) =>
      fc
        .record({ title: fc.constantFrom('First', 'Third') }, { requiredKeys: [] })
        .map((changes): StoryCommand => ({ type: 'ChangeStory', story_id: '', changes, status: to })),
    ),
  fc.constant<StoryCommand>({ type: 'DeleteStory', story_id: '' }),
);

/** The arbitrary of all steps; changes of status come most often. */
export const lifeStep: fc.Arbitrary<LifeStep> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('group' as const),
      ...who,
      devices: fc.constantFrom<0 | 1>(0, 1),
      command: groupCommand,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('story' as const), ...who, which: fc.nat(200), command: storyCommand }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('restore' as const),
      ...who,
      past: fc.nat(40),
      which: fc.option(fc.nat(200)),
    }),
  },
  { weight: 4, arbitrary: fc.constant<LifeStep>({ kind: 'end' }) },
  { weight: 2, arbitrary: fc.constant<LifeStep>({ kind: 'cap' }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), seconds: fc.integer({ min: 1, max: 200_000 }) }),
  },
);
