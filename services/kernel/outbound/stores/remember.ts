/** Answers a question from memory or by asking; those who ask the same at once share one asking. */
export type Remembered<T> = (key: string, ask: () => Promise<T>, fresh: boolean) => Promise<T>;

const most = 500;
const goodMs = 10 * 60_000;
const emptyMs = 60_000;

/** Keeps the last answers, those that are `good` for ten minutes, others for one. A failure is not kept. */
export const remembering = <T>(good: (answer: T) => boolean): Remembered<T> => {
  const kept = new Map<string, { answer: T; until: number }>();
  const going = new Map<string, Promise<T>>();

  const keep = (key: string, answer: T): void => {
    kept.delete(key);
    kept.set(key, { answer, until: performance.now() + (good(answer) ? goodMs : emptyMs) });
    if (kept.size > most) kept.delete(kept.keys().next().value!);
  };

  return (key, ask, fresh) => {
    const known = kept.get(key);
    if (known && !fresh && known.until > performance.now()) return Promise.resolve(known.answer);
    let asking = going.get(key);
    if (!asking) {
      asking = ask()
        .then((answer) => {
          keep(key, answer);
          return answer;
        })
        .finally(() => going.delete(key));
      going.set(key, asking);
    }
    return asking;
  };
};
