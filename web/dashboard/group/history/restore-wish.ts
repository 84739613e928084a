import type { LeftAsIs } from '#contracts/story-group/rows.ts';
import { exactNumber } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

/** What is to be restored: the content of a version, that from before the newest change, or a deleted story. */
export type RestoreWish =
  | { kind: 'version' | 'undo'; version: number; story_id: null }
  | { kind: 'story'; version: null; story_id: string };

/** What a restore is called: what asks for it, what its dialog asks, and what that says where there is nothing to ask. */
export interface RestoreTexts {
  act: string;
  ask: string;
  nothing: string;
  whyNothing: string;
  refused: string;
}

/** The texts of a restore. */
export function restoreTexts(wish: RestoreWish): RestoreTexts {
  if (wish.kind === 'story')
    return {
      act: t(groupWords.restoreStory),
      ask: t(groupWords.askRestoreStory),
      nothing: t(groupWords.nothingToRestore),
      whyNothing: t(groupWords.storyIsBack),
      refused: t(groupWords.storyNotRestorable),
    };
  const version = exactNumber(wish.version);
  const whyNothing = t(groupWords.nothingChanged, { version });
  if (wish.kind === 'undo')
    return {
      act: t(groupWords.undoChange),
      ask: t(groupWords.askUndoChange),
      nothing: t(groupWords.nothingToUndo),
      whyNothing,
      refused: t(groupWords.changeNotUndoable),
    };
  return {
    act: t(groupWords.restoreVersion),
    ask: t(groupWords.askRestoreVersion, { version }),
    nothing: t(groupWords.nothingToRestore),
    whyNothing,
    refused: t(groupWords.versionNotRestorable, { version }),
  };
}

const namedMost = 4;
const listed = new Intl.ListFormat('en-US');

/** What a restore leaves as it is, in sentences: the active stories that were added later in one, with their names. */
export function leftTexts(left: readonly LeftAsIs[]): string[] {
  const stories = left.filter(({ story_id }) => story_id !== null);
  const texts = left.filter(({ story_id }) => story_id === null).map(({ message }) => message);
  if (stories.length === 0) return texts;
  const names = stories.slice(0, namedMost).map(({ title }) => title);
  const more = stories.length - names.length;
  const titles = listed.format(more > 0 ? [...names, t(groupWords.moreTitles, { count: more })] : names);
  return [...texts, t(groupWords.addedLaterStay, { count: stories.length, titles })];
}
