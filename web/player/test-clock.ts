import type { Clock } from './clock.ts';
import type { Group, Story } from './protocol.ts';

/** Unix ms at which the clock starts. */
export const start = 1_700_000_000_000;

/** A clock that stands still until it is told to go on; `settle` lets everything happen that waits for no time. */
export function fakeClock() {
  let now = 0;
  let timers: { at: number; then: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    wall: () => start + now,
    after(ms, then) {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return {
    clock,
    settle,
    async advance(ms: number) {
      const until = now + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        now = due.at;
        timers = timers.filter((other) => other !== due);
        due.then();
        await settle();
      }
      now = until;
    },
  };
}

let count = 0;
/** Ids that are the same in every run. */
export const nextId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;

/** A story with the least of everything. */
export const story = (id: string, more: Partial<Story> = {}): Story => ({
  id,
  title: id,
  type: 1,
  media: 'https://m.test/a.png',
  thumbnail: null,
  variants: [],
  mime_type: 'image/png',
  button_text: '',
  outlink: '',
  deep_link: '',
  studio: null,
  conditions: null,
  sort_order: 0,
  duration_ms: null,
  ...more,
});
/** A group of these stories. */
export const group = (id: string, stories: Story[]): Group => ({
  id,
  title: id,
  icon: '',
  variants: [],
  thematic_icons: null,
  type: 'manual',
  pinned: false,
  sort_order: 0,
  template: null,
  settings: { description: '', cta_macro: null },
  stories,
});
