import type { DraftAnswer, DraftHolder, MovedDraft } from '#contracts/studio/draft-content.ts';
import { ApiError, errorText } from '../../dashboard/api/error.ts';
import { same } from '../../dashboard/kit/same.ts';
import { draftCommands } from '../drafts/draft-queries.ts';
import { asEdited, asSaved } from '../drafts/story-draft.ts';
import { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import { type KeptDraft, type KeptHistory, keptDrafts } from './kept-drafts.ts';
import { Saver, type Sent } from './saver.ts';

/** Why a story can no longer be saved from here: somebody else writes it, or it was saved, published or discarded elsewhere. */
export type LostPlace = { why: 'held'; holder: DraftHolder } | { why: 'moved'; draft: MovedDraft };

/** A story that is open, and what saves it. */
export interface OpenStory {
  editor: Editor;
  saver: Saver<StoryContent>;
  /** The content that the server has, or had when it was last heard of. */
  base: StoryContent;
  /** Changes of an earlier visit that the server does not have. */
  unsaved: KeptDraft | null;
  /** The next save says that the draft is one of this version of the live story. */
  rebase: (version: number) => void;
  /** Stops listening, and saves what is not saved yet. */
  end: () => Promise<void>;
}

/** What opening a story needs. */
export interface OpenParts {
  storyId: string;
  person: string;
  answer: DraftAnswer;
  unsaved: KeptDraft | null;
  history: KeptHistory | null;
  onLost: (place: LostPlace) => void;
}

const passing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Sends a draft and tells what came of it; what is neither an answer nor a passing failure is refused in words. */
const sender =
  (storyId: string, seen: { version: number | undefined }, onLost: OpenParts['onLost']) =>
  async (content: StoryContent, rev: number): Promise<Sent> => {
    try {
      const { version } = seen;
      const saved = await draftCommands.save(storyId, asSaved(content), rev, version);
      if (seen.version === version) seen.version = undefined;
      return { is: 'saved', rev: saved.rev, ts: saved.ts_updated };
    } catch (error) {
      if (passing(error)) return { is: 'away' };
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'DraftHeld') onLost({ why: 'held', holder: (error as ApiError).data as DraftHolder });
      else if (error instanceof ApiError && error.status === 412)
        onLost({ why: 'moved', draft: error.data as MovedDraft });
      else return { is: 'refused', reason: firstReason(error) };
      return { is: 'lost' };
    }
  };

const firstReason = (error: unknown): string =>
  (error instanceof ApiError && error.errors[0]?.message) || (errorText(error) ?? '');

/** Opens a story: whatever changes in its editor is saved, and what is not saved yet is kept on this device. */
export function openStory({ storyId, person, answer, unsaved, history, onLost }: OpenParts): OpenStory {
  const content = answer.draft?.content ?? answer.published;
  const rev = answer.draft?.rev ?? 0;
  const base = asEdited(
    content ?? { title: '', type: 1, media: null, thumbnail: null, studio: null, conditions: null, ignored: [] },
  );
  const seen = { version: answer.draft ? undefined : (answer.version ?? undefined) };
  const editor = new Editor(storyId, base, history?.rev === rev ? history.history : undefined);
  const saver = new Saver<StoryContent>({
    rev,
    ts: answer.draft?.ts_updated ?? null,
    send: sender(storyId, seen, onLost),
    keep: (kept, from) => keptDrafts.keep(person, storyId, { content: kept, rev: from, at: Date.now() }),
    forget: () => keptDrafts.forget(person, storyId),
  });
  // As its page was left, it may have been sent, and nobody heard that it is saved.
  const isSaved = unsaved !== null && same(unsaved.content, base);
  if (isSaved) void keptDrafts.forget(person, storyId);
  let last = base;
  const endChanges = editor.subscribe(() => {
    const { content: now, readOnly } = editor.state;
    if (now === last) return;
    last = now;
    if (!readOnly) saver.changed(now);
  });
  const endSaves = saver.subscribe(() => {
    if (saver.state.at === 'saved')
      void keptDrafts.keepHistory(person, storyId, { history: editor.state.history, rev: saver.rev });
  });
  return {
    editor,
    saver,
    base,
    unsaved: isSaved ? null : unsaved,
    rebase: (version) => {
      seen.version = version;
      saver.changed(editor.state.content);
    },
    end: async () => {
      endChanges();
      await saver.end();
      endSaves();
    },
  };
}
