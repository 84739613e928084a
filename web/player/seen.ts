import { type Answers, wayFrom } from './answers.ts';
import type { Group, Story } from './protocol.ts';
import type { Store } from './store.ts';

const limit = 500;

/** Which stories this viewer was shown; kept across visits where the store allows it. */
export type Seen = {
  add(story: Story): void;
  /** Whether he has seen the whole of his way through a group. */
  all(group: Group): boolean;
  /** The first place on his way that he has not seen. */
  start(group: Group): number;
};

/** Reads what was seen and remembers the newest 500 stories under a name, as `memoryOf` gives it. */
export function createSeen(store: Store, name: string, answers: Answers): Seen {
  const key = `seen:${name}`;
  const read = () => (store.get(key) ?? '').split(',').filter(Boolean);
  const ids = new Set(read());
  const has = (story: Story) => ids.has(story.id);
  const unseen = (group: Group) => wayFrom(group, 0, answers).find((place) => !has(group.stories[place]!));
  return {
    add(story) {
      if (has(story)) return;
      ids.add(story.id);
      // Another tab may have written since.
      store.set(key, [...new Set([...read(), ...ids])].slice(-limit).join(','));
    },
    all: (group) => unseen(group) === undefined,
    start: (group) => unseen(group) ?? 0,
  };
}
