import { toSeconds } from '#contracts/time.ts';
import { pick, type Random } from '#ops/testing/random.ts';
import type { ClientFixture } from './fixtures.ts';

/** A command to send: what it asks for, the event that it leads to, and what follows for the sender when it is done. */
export interface ClientCommand {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body: Record<string, unknown>;
  kind: string;
  /** The group that it is about; null when it makes one. */
  group: string | null;
  /** Words that only its event carries; only such commands may be given up, since others change what comes next. */
  mark: string | null;
  done(data: Record<string, string>): void;
}

interface OwnStory {
  id: string;
  active: boolean;
}
interface OwnGroup {
  id: string;
  active: boolean;
  stories: OwnStory[];
}

const mostGroups = 12;
const mostStories = 25;

/** Generates one command after another for one person, such that each changes something and none is refused. */
export const createCommandGenerator = (fixture: ClientFixture, random: Random, name: string): (() => ClientCommand) => {
  const groups: OwnGroup[] = [];
  let count = 0;
  const nextMark = () => {
    count += 1;
    return `${name}-${count}`;
  };
  const nothing = () => {};

  const create = (): ClientCommand => {
    const mark = nextMark();
    const active = random() < 0.5;
    const { app_id, cover: icon } = fixture;
    const body = { app_id, title: mark, icon, ts_start: toSeconds(Date.now()), status: active ? 1 : 2 };
    const done = (data: Record<string, string>) => groups.push({ id: data.story_group_id!, active, stories: [] });
    return { method: 'POST', path: '/api/n/story_group', body, kind: 'StoryGroupCreated', group: null, mark, done };
  };
  const rename = (story_group_id: string): ClientCommand => {
    const mark = nextMark();
    const body = { story_group_id, title: mark };
    const kind = 'StoryGroupDetailsChanged';
    return { method: 'PATCH', path: '/api/n/story_group', body, kind, group: story_group_id, mark, done: nothing };
  };
  const turn = (group: OwnGroup): ClientCommand => {
    const body = { story_group_id: group.id, status: group.active ? 2 : 1 };
    const done = () => {
      group.active = !group.active;
    };
    const kind = 'StoryGroupStatusChanged';
    return { method: 'PATCH', path: '/api/n/story_group', body, kind, group: group.id, mark: null, done };
  };
  const remove = (group: OwnGroup): ClientCommand => {
    const body = { story_group_id: group.id };
    const done = () => void groups.splice(groups.indexOf(group), 1);
    const kind = 'StoryGroupDeleted';
    return { method: 'DELETE', path: '/api/story_group', body, kind, group: group.id, mark: null, done };
  };
  const addStory = (group: OwnGroup): ClientCommand => {
    const mark = nextMark();
    const body = { story_group_id: group.id, title: mark, type: 1, media: fixture.cover };
    const done = (data: Record<string, string>) => group.stories.push({ id: data.story_id!, active: true });
    return { method: 'POST', path: '/api/story', body, kind: 'StoryAdded', group: group.id, mark, done };
  };
  const renameStory = (group: OwnGroup, story: OwnStory): ClientCommand => {
    const mark = nextMark();
    const body = { story_id: story.id, title: mark };
    return { method: 'PATCH', path: '/api/story', body, kind: 'StoryChanged', group: group.id, mark, done: nothing };
  };
  const turnStory = (group: OwnGroup, story: OwnStory): ClientCommand => {
    const kind = story.active ? 'StoryInactivated' : 'StoryActivated';
    const body = { story_id: story.id, status: story.active ? 2 : 1 };
    const done = () => {
      story.active = !story.active;
    };
    return { method: 'PATCH', path: '/api/story', body, kind, group: group.id, mark: null, done };
  };

  return () => {
    const dice = random();
    if (dice < 0.1) return rename(fixture.shared_group);
    const group = groups.length > 0 ? pick(random, groups) : undefined;
    if (!group || (dice < 0.25 && groups.length < mostGroups)) return create();
    if (dice < 0.3 && !group.active && groups.length === mostGroups) return remove(group);
    if (dice < 0.6 && group.stories.length < mostStories) return addStory(group);
    if (dice < 0.7) return rename(group.id);
    const story = group.stories.length > 0 ? pick(random, group.stories) : undefined;
    if (!story || dice < 0.8) return turn(group);
    return dice < 0.9 ? renameStory(group, story) : turnStory(group, story);
  };
};
