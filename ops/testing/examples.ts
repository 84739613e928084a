import { extname } from 'node:path';
import type { StoryrailEvent } from '#contracts/events.ts';
import { type NounName, nouns } from '#contracts/nouns.ts';

const root = new URL('../../', import.meta.url);

/** The folder of a noun in contracts: `story-group` for `storyGroup`. */
const folderOf = (noun: NounName): string => noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The named example events of a noun, as `contracts/<noun>/examples.ts` exports them under `<noun>Examples`. */
export const readExamples = async (noun: NounName): Promise<Record<string, StoryrailEvent>> => {
  // As this file is: a source, or what was made of one.
  const path = `contracts/${folderOf(noun)}/examples${extname(import.meta.url)}`;
  const { [`${noun}Examples`]: examples } = await import(new URL(path, root).href);
  if (!examples) throw new Error(`${path} does not export ${noun}Examples`);
  return examples;
};

/** The name of a stream of a noun: of the thing `id`, or of an account's facts in June 2024. */
export const streamOf = (noun: NounName, id: string): string =>
  nouns[noun].streams === 'monthly' ? `${noun}-${id}-202406` : `${noun}-${id}`;
