import type { Group, Story } from './protocol.ts';
import type { Store } from './store.ts';

const limit = 500;

/** Which stories this viewer was shown; kept across visits where the store allows it. */
export type Seen = {
  add(story: Story): void;
  all(group: Group): boolean;
  start(group: Group): number;
};

/** Reads what was seen and remembers the newest 500 stories of one token. */
export function createSeen(store: Store, token: string): Seen {
  const key = `seen:${token}`;
  const read = () => (store.get(key) ?? '').split(',').filter(Boolean);
  const ids = new Set(read());
  const has = (story: Story) => ids.has(story.id);
  return {
    add(story) {
      if (has(story)) return;
      ids.add(story.id);
      // Another tab may have written since.
      store.set(key, [...new Set([...read(), ...ids])].slice(-limit).join(','));
    },
    all: (group) => group.stories.every(has),
    start: (group) =>
      Math.max(
        0,
        group.stories.findIndex((story) => !has(story)),
      ),
  };
}
