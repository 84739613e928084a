/** The last saves of stories that were left, each until it was answered and the story is read anew. */
const onTheirWay = new Set<Promise<unknown>>();

/** Notes the last save of a story that is left. */
export function noteLastSave(save: Promise<unknown>): void {
  const noted = save
    .catch(() => undefined)
    .finally(() => {
      onTheirWay.delete(noted);
    });
  onTheirWay.add(noted);
}

/** Settles once each story that was left is saved, as far as it can be, and read anew. */
export const lastSavesOver = (): Promise<unknown> => Promise.all(onTheirWay);
