import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Person } from '#ops/testing/people.ts';
import { appendAs } from '#ops/testing/scene.ts';
import type { BatchTarget } from './requests.ts';

const fileKey = (extension: string) => `${randomBytes(32).toString('hex')}.${extension}`;
const seconds = (): UnixSeconds => toSeconds(Date.now());

/** An active picture story. */
export const pictureStory = (title: string): StoryState => ({
  id: uuidv7(),
  title,
  type: 1,
  status: 1,
  user_id: null,
  media: {
    key: fileKey('png'),
    mime_type: 'image/png',
    width: 1080,
    height: 1920,
    duration_ms: null,
    bytes: 180_000,
    thumbnail: null,
  },
  thumbnail: null,
  button_text: 'See more',
  outlink: 'https://example.test/more',
  deep_link: '',
  studio: null,
  conditions: null,
  ts_start: null,
  ts_end: null,
  ts_created: seconds(),
  ts_updated: seconds(),
});

/** The creation of an active group. */
export const groupCreated = (
  place: { account_id: string; app_id: string; instance_id: string; user_id: string | null },
  title: string,
): StoryrailEvent => ({
  type: 'StoryGroupCreated',
  data: {
    ...place,
    type: 'manual',
    status: 1,
    title,
    icon: fileKey('png'),
    ts_start: seconds() - 60,
    ts_end: null,
    segments: [],
    target_cap: null,
    click_target_cap: null,
    cta_macro: null,
    settings: {
      app_version_targeting: null,
      thematic_icons: null,
      description: 'What is new along the coast this week',
      is_unpublished: false,
      is_mobile: false,
    },
  },
});

/** What was seeded of an app; `token` is that of its instance. */
export interface SeededApp {
  app_id: string;
  instance_id: string;
  token: string;
  groups: Omit<BatchTarget, 'token'>[];
}

/** An app with its Default instance and groups of stories, each as `storyOf` makes it. */
export const seedApp = async (
  h: { kernel: Kernel },
  person: Person,
  groups: number,
  storiesEach: number,
  storyOf: (title: string) => StoryState = pictureStory,
): Promise<SeededApp> => {
  const app_id = uuidv7();
  const instance_id = uuidv7();
  const token = `t_${randomBytes(20).toString('hex')}`;
  await appendAs(h, person, `app-${app_id}`, [
    {
      type: 'AppAdded',
      data: {
        account_id: person.account_id,
        title: 'Fjord',
        store_type: 'web',
        store_id: app_id,
        website_url: null,
        icon: null,
        instance: { id: instance_id, title: 'Default', token },
      },
    },
  ]);
  const seeded: Omit<BatchTarget, 'token'>[] = [];
  for (let index = 0; index < groups; index += 1) {
    const id = uuidv7();
    const stories = Array.from({ length: storiesEach }, (_, place) => storyOf(`Morning ${place + 1}`));
    const place = { account_id: person.account_id, app_id, instance_id, user_id: person.user_id };
    await appendAs(h, person, `storyGroup-${id}`, [
      groupCreated(place, `Harbour ${index + 1}`),
      ...stories.map((story): StoryrailEvent => ({ type: 'StoryAdded', data: { story } })),
    ]);
    seeded.push({ group_id: id, stories: stories.map((story) => story.id) });
  }
  return { app_id, instance_id, token, groups: seeded };
};
