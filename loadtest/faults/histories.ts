import fc from 'fast-check';
import { Refusal } from '#contracts/api/errors.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import {
  evolveStoryGroup,
  initialStoryGroup,
  livingStories,
  type StoryGroupState,
} from '#contracts/story-group/state.ts';
import type { Caps } from '#contracts/story-group/stop.ts';
import { decideEnd } from '#services/story-group/end/decide.ts';
import { decideGroup } from '#services/story-group/group/decide.ts';
import type { Author } from '#services/story-group/open-group.ts';
import { decideRestore } from '#services/story-group/restore/decide.ts';
import { decideStories, type StoryCommand } from '#services/story-group/story/decide.ts';
import { idOf, type LifeStep, lifeStart, lifeStep } from './group-steps.ts';

/** The life of one group: its state, all states it had, and what the rules need to know beyond it. */
interface Life {
  state: StoryGroupState;
  past: StoryGroupState[];
  now: number;
  stopped: Caps | null;
  nextId: number;
}

const author = (life: Life, { by, own }: { by: Author['role']; own: boolean }): Author => ({
  user_id: own ? idOf(1) : idOf(2),
  role: by,
  time_zone: 'UTC',
  has: () => true,
  story_limit: -1,
  now: life.now,
});
const needsApproval = (by: Author['role']) => by === 'story_creator' || by === 'brodcaster';

const named = (life: Life, command: StoryCommand, which: number): StoryCommand => {
  const ids = life.state.stories.map((story) => story.id);
  const story_id = ids[which % Math.max(1, ids.length)] ?? idOf(999_999);
  if (command.type === 'AddStories')
    return { ...command, stories: command.stories.map((story) => ({ ...story, id: idOf(life.nextId++) })) };
  return 'story_id' in command ? { ...command, story_id } : command;
};

const eventsOf = (life: Life, did: LifeStep): StoryGroupEvent[] => {
  const { state } = life;
  switch (did.kind) {
    case 'group':
      return decideGroup(did.command, state, {
        author: author(life, did),
        test_devices: did.devices,
        stopped_caps: life.stopped,
      });
    case 'story':
      return decideStories(named(life, did.command, did.which), state, {
        author: author(life, did),
        app_stories: null,
      });
    case 'restore': {
      const past = life.past[did.past % life.past.length]!;
      const story_id = did.which === null ? null : (state.stories[did.which % state.stories.length]?.id ?? idOf(0));
      const command = { version: did.past % life.past.length, story_id, past };
      return decideRestore(command, state, { author: author(life, did), app_stories: null }).events;
    }
    case 'end':
      return decideEnd(state, life.now);
    case 'cap':
      if (state.status !== 1 || (state.target_cap === null && state.click_target_cap === null)) return [];
      return [{ type: 'StoryGroupStatusChanged', data: { from: 1, to: 3 } }];
    case 'clock':
      return [];
  }
};

const raised = (now: number | null, then: number | null) => then !== null && (now === null || now > then);

/**
 * Whether a group may go from one status to another by a step: the rules once more, in other words than the product's.
 */
const isLegal = (from: number, to: number, did: LifeStep, life: Life, after: StoryGroupState): boolean => {
  if (did.kind === 'end') return from === 1 && to === 4 && after.ts_end !== null && after.ts_end <= life.now;
  if (did.kind === 'cap') return from === 1 && to === 3;
  if (did.kind === 'restore') return to === (needsApproval(did.by) ? 10 : from === 9 ? 2 : from);
  if (did.kind !== 'group') return false;
  if (from === 9) return false;
  if (needsApproval(did.by)) return to === 10 && did.own;
  if (to === 1 && from === 3) {
    const none = after.target_cap === null && after.click_target_cap === null;
    const then = life.stopped;
    return (
      none ||
      (then !== null &&
        (raised(after.target_cap, then.target_cap) || raised(after.click_target_cap, then.click_target_cap)))
    );
  }
  if (to === 1 && from === 4) return after.ts_end === null || after.ts_end > life.now;
  if (to === 1 || to === 2) return true;
  if (to === 8) return did.devices === 1;
  return to === 9 && from !== 1;
};

const storyFaults = (
  before: StoryGroupState,
  event: StoryGroupEvent,
  after: StoryGroupState,
  did: LifeStep,
): string[] => {
  const faults: string[] = [];
  const was = new Map(before.stories.map((story) => [story.id, story.status]));
  for (const { id, status } of after.stories) {
    const old = was.get(id);
    if (old === status) continue;
    if (old === undefined && (event.type !== 'StoryAdded' || status === 9)) faults.push(`${id} came as ${status}`);
    if (old === 1 && status === 9) faults.push(`the active story ${id} was deleted`);
    if (old === 9 && (did.kind !== 'restore' || status !== 2)) faults.push(`${id} came back as ${status}`);
    if (![1, 2, 9].includes(status)) faults.push(`${id} has status ${status}`);
    if (status === 1 && 'by' in did && needsApproval(did.by)) faults.push(`a creator activated ${id}`);
  }
  if (livingStories(after).length > 100) faults.push('more than 100 stories');
  if (before.stories.some((story) => !after.stories.some((one) => one.id === story.id))) faults.push('a story is lost');
  return faults;
};

const groupFaults = (before: StoryGroupState, after: StoryGroupState, did: LifeStep, life: Life): string[] => {
  const faults: string[] = [];
  if (before.status !== after.status && !isLegal(before.status, after.status, did, life, after))
    faults.push(`${before.status} to ${after.status} by ${JSON.stringify(did)}`);
  if (![1, 2, 3, 4, 8, 9, 10].includes(after.status)) faults.push(`status ${after.status}`);
  if (after.ts_end !== null && after.ts_end <= after.ts_start) faults.push('it ends before it starts');
  if (before.status === 9 && did.kind !== 'restore') faults.push('a deleted group changed');
  if (after.user_id !== before.user_id || after.app_id !== before.app_id) faults.push('it belongs to somebody else');
  if ('by' in did && needsApproval(did.by) && !did.own) faults.push('a creator changed what is not his');
  return faults;
};

/** Does one step; what it breaks, or nothing. */
const applyStep = (life: Life, did: LifeStep): string[] => {
  if (did.kind === 'clock') life.now += did.seconds;
  let events: StoryGroupEvent[];
  try {
    events = eventsOf(life, did);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
  // A change of fields and of status is one save: the status is judged by the fields that the save leaves.
  const start = life.state;
  const faults: string[] = [];
  for (const event of events) {
    const before = life.state;
    const after = evolveStoryGroup(before, event, life.now);
    faults.push(...storyFaults(before, event, after, did));
    if (after.status === 3 && before.status !== 3) life.stopped = after;
    life.state = after;
  }
  if (events.length > 0) faults.push(...groupFaults(start, life.state, did, life));
  if (did.kind === 'end' && start.status === 1 && start.ts_end !== null && start.ts_end <= life.now)
    if (life.state.status !== 4) faults.push('it did not end');
  if (events.length > 0) life.past.push(life.state);
  return faults;
};

const newLife = (status: 1 | 2 | 8): Life => {
  const state: StoryGroupState = {
    ...initialStoryGroup(idOf(10)),
    exists: true,
    account_id: idOf(20),
    app_id: idOf(21),
    instance_id: idOf(22),
    user_id: idOf(1),
    status,
    title: 'Summer',
    icon: 'a.png',
    ts_start: lifeStart,
    ts_end: status === 1 ? lifeStart + 86_400 : null,
    target_cap: 2,
  };
  return { state, past: [state], now: lifeStart, stopped: null, nextId: 1000 };
};

/** What random lives of a story group came to; `changes` says that they were not lives of refusals alone. */
export interface Histories {
  histories: number;
  changes: number;
  /** Every transition of status that happened, such as `1>2`, with how often. */
  transitions: Map<string, number>;
}

/**
 * Lets random lives of a story group run through the product's deciders and evolve, each step judged by a second
 * formulation of the rules. Throws with the shortest life that breaks one.
 */
export const runHistories = (runs: number, seed: number): Histories => {
  const seen: Histories = { histories: 0, changes: 0, transitions: new Map() };
  fc.assert(
    fc.property(
      fc.constantFrom<1 | 2 | 8>(1, 2, 8),
      fc.array(lifeStep, { minLength: 5, maxLength: 40, size: 'max' }),
      (status, steps) => {
        const life = newLife(status);
        seen.histories += 1;
        for (const did of steps) {
          const from = life.state.status;
          const faults = applyStep(life, did);
          if (faults.length > 0) throw new Error(faults.join('; '));
          if (life.state.status === from) continue;
          const name = `${from}>${life.state.status}`;
          seen.transitions.set(name, (seen.transitions.get(name) ?? 0) + 1);
        }
        seen.changes += life.past.length - 1;
      },
    ),
    { numRuns: runs, seed },
  );
  return seen;
};
