import { restOfWalk } from '#contracts/studio/flow.ts';
import type { Group } from './protocol.ts';
import type { Store } from './store.ts';

const limit = 500;

/** What this viewer answered, by story and component; kept across visits where the store allows it. */
export type Answers = {
  get(storyId: string, componentId: string): string | undefined;
  /** Null forgets, as a reminder that is taken back. */
  set(storyId: string, componentId: string, value: string | null): void;
};

/** Reads what was answered and remembers the newest 500 answers under a name, as `memoryOf` gives it. */
export function createAnswers(store: Store, name: string): Answers {
  const key = `answers:${name}`;
  const read = () => (store.get(key) ?? '').split('\n').map((line) => line.split('\t') as [string, string]);
  const all = new Map(read());
  const place = (storyId: string, componentId: string) => `${storyId} ${componentId}`;
  return {
    get: (storyId, componentId) => all.get(place(storyId, componentId)),
    set(storyId, componentId, value) {
      const where = place(storyId, componentId);
      // Another tab may have written since.
      const now = new Map([...read(), ...all]);
      for (const known of [all, now]) {
        known.delete(where);
        if (value !== null) known.set(where, value);
      }
      store.set(
        key,
        [...now]
          .slice(-limit)
          .map((entry) => entry.join('\t'))
          .join('\n'),
      );
    },
  };
}

/** The places of the stories that a viewer goes through from one on with the answers so far, that one included. */
export const wayFrom = ({ stories }: Group, at: number, answers: Answers): number[] =>
  restOfWalk(stories, at, (place) => (componentId) => answers.get(stories[place]!.id, componentId));
