import { LRUCache } from 'lru-cache';

/** Answers a question from memory or by asking; those who ask the same at once share one asking. */
export type CachedQuery<T> = (key: string, ask: () => Promise<T>, fresh: boolean) => Promise<T>;

const most = 500;
const goodMs = 10 * 60_000;
const emptyMs = 60_000;

/** Keeps the last answers, those that are `good` for ten minutes, others for one. A failure is not kept. */
export const cachedQuery = <T>(good: (answer: T) => boolean): CachedQuery<T> => {
  const kept = new LRUCache<string, { answer: T }>({ max: most });
  const going = new Map<string, Promise<T>>();

  return (key, ask, fresh) => {
    const known = kept.get(key);
    if (known && !fresh) return Promise.resolve(known.answer);
    let asking = going.get(key);
    if (!asking) {
      asking = ask()
        .then((answer) => {
          kept.set(key, { answer }, { ttl: good(answer) ? goodMs : emptyMs });
          return answer;
        })
        .finally(() => going.delete(key));
      going.set(key, asking);
    }
    return asking;
  };
};
