import type { Clock } from './clock.ts';
import type { Group, Mode, PlayerEvent, PlayerEventType, Story } from './protocol.ts';

/** Turns what happens in the player into events; it knows no document, only time. */
export type Tracker = {
  bar(): void;
  cover(group: Group, position: number): void;
  openGroup(group: Group, position: number, mode: Mode): void;
  startStory(story: Story, position: number): void;
  ready(lengthMs?: number): void;
  foreground(on: boolean): void;
  pause(): void;
  resume(): void;
  /** A link was followed, of a design that of a component. */
  click(componentId?: string): void;
  /** What happened to a component of the story. */
  component(type: PlayerEventType, componentId: string, value?: string | number): void;
  /** The story ran out; `last` when its way through the group ends with it. */
  complete(last: boolean): void;
  /** An answer leads from the story to the group's end. */
  finish(): void;
  turn(direction: 'next' | 'previous'): void;
  leaveStory(): void;
  leaveGroup(how: 'next' | 'previous' | 'closed', mode: Mode): void;
};

type Shown = {
  story: Story;
  position: number;
  ready: boolean;
  counted: boolean;
  completed: boolean;
  /** Whether the group's way was played out with it. */
  last: boolean;
  paused: boolean;
  watched: number;
  since: number | null;
  cap: number;
  cancel?: () => void;
};

const imageCap = 20_000;

/**
 * The events of a viewing. A group that was opened ends with exactly one of group_next, group_previous, group_closed.
 * story_next and story_previous are a person's; a story that ran out says story_completed instead. A story that a
 * person goes past before its impression counted is also story_skipped. Foreground time goes on during a pause.
 */
export function createTracker(clock: Clock, newId: () => string, track: (event: PlayerEvent) => void): Tracker {
  let group: Group | null = null;
  let groupPosition = 0;
  let shown: Shown | null = null;
  let front = true;

  function say(type: PlayerEventType, more: Partial<PlayerEvent> = {}): void {
    track({ id: newId(), type, at: clock.wall(), ...more });
  }
  const sayGroup = (type: PlayerEventType, more: Partial<PlayerEvent> = {}) => {
    if (group) say(type, { group_id: group.id, position: groupPosition, ...more });
  };
  const sayStory = (type: PlayerEventType, more: Partial<PlayerEvent> = {}) => {
    if (group && shown) {
      say(type, { group_id: group.id, story_id: shown.story.id, position: shown.position, ...more });
    }
  };

  function look(): void {
    if (!shown) return;
    const watching = shown.ready && front;
    if (watching && shown.since === null) {
      shown.since = clock.now();
      if (!shown.counted) shown.cancel = clock.after(shown.story.type === 2 ? 2000 : 1000, count);
    } else if (!watching && shown.since !== null) {
      shown.watched += clock.now() - shown.since;
      shown.since = null;
      shown.cancel?.();
    }
  }

  function count(): void {
    if (!shown || shown.counted) return;
    shown.counted = true;
    sayStory('story_impression');
  }

  function leaveStory(): void {
    if (!shown) return;
    const past = shown;
    past.cancel?.();
    if (past.since !== null) past.watched += clock.now() - past.since;
    // A picture that never appeared was not watched, and would drag the average down.
    if (past.ready) sayStory('story_left', { watch_ms: Math.min(Math.round(past.watched), past.cap) });
    shown = null;
  }

  function skip(): void {
    if (shown && !shown.counted && !shown.completed) sayStory('story_skipped');
  }

  return {
    bar: () => say('bar_impression'),
    cover: ({ id }, position) => say('bar_impression', { group_id: id, position }),
    openGroup(opened, position, mode) {
      group = opened;
      groupPosition = position;
      sayGroup('group_opened', { mode });
    },
    startStory(story, position) {
      leaveStory();
      const cap = story.type === 2 ? (story.duration_ms ?? Number.POSITIVE_INFINITY) : imageCap;
      shown = {
        story,
        position,
        ready: false,
        counted: false,
        completed: false,
        last: false,
        paused: false,
        watched: 0,
        since: null,
        cap,
      };
    },
    ready(lengthMs) {
      if (!shown) return;
      shown.ready = true;
      if (lengthMs && shown.story.type === 2) shown.cap = Math.round(lengthMs);
      look();
    },
    foreground(on) {
      front = on;
      look();
    },
    pause() {
      if (!shown || shown.paused) return;
      shown.paused = true;
      sayStory('story_paused');
    },
    resume() {
      if (!shown?.paused) return;
      shown.paused = false;
      sayStory('story_resumed');
    },
    click: (component_id) => sayStory('story_clicked', component_id ? { component_id } : {}),
    component: (type, component_id, value) => sayStory(type, { component_id, ...(value !== undefined && { value }) }),
    complete(last) {
      if (!shown || shown.completed) return;
      shown.completed = true;
      shown.last = last;
      sayStory('story_completed');
    },
    finish() {
      if (shown) shown.last = true;
    },
    turn(direction) {
      if (direction === 'next') skip();
      sayStory(`story_${direction}`, { mode: 'manual' });
      leaveStory();
    },
    leaveStory,
    leaveGroup(how, mode) {
      const last = shown?.story.id;
      const ranOut = shown?.last;
      if (how === 'next' && mode === 'manual') skip();
      leaveStory();
      if (ranOut) sayGroup('group_completed');
      sayGroup(`group_${how}`, how === 'closed' ? { story_id: last, mode } : { mode });
      group = null;
    },
  };
}
