import { type DraftAnswer, emptyDraft } from '#contracts/studio/draft-content.ts';
import { same } from '../../dashboard/kit/same.ts';
import { draftCommands } from '../drafts/draft-queries.ts';
import { asEdited } from '../drafts/story-draft.ts';
import { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import { namesOfGone, withoutFiles } from './gone-files.ts';
import { type KeptDraft, type KeptHistory, keptDrafts } from './kept-drafts.ts';
import { Saver } from './saver.ts';
import { draftSender, type LostPlace, type SenderParts } from './send-draft.ts';

/** A story that is open, and what saves it. */
export interface OpenStory {
  editor: Editor;
  saver: Saver<StoryContent>;
  /** The content that the server has, or had when it was last heard of. */
  base: StoryContent;
  /** Changes of an earlier visit that the server does not have: until it is decided about them, nothing else is changed. */
  readonly unsaved: KeptDraft | null;
  /** Takes up what an earlier visit left, or lets it go. */
  decide: (restores: boolean) => void;
  /** Shows the story as the server has it; what was not saved here is given up. */
  load: (answer: DraftAnswer) => void;
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
  /** Told what was left out because its file is gone, by name; the rest is saved. */
  onGone: (names: readonly string[]) => void;
  save?: SenderParts['save'];
}

/** What a story begins with: its draft, else what is published, else nothing. */
const startOf = ({ draft, published, version }: DraftAnswer) => ({
  content: asEdited(draft?.content ?? published ?? emptyDraft),
  rev: draft?.rev ?? 0,
  ts: draft?.ts_updated ?? null,
  version: draft ? undefined : (version ?? undefined),
});

/** Opens a story: whatever changes in its editor is saved, and what is not saved yet is kept on this device. */
export function openStory({ storyId, person, answer, unsaved, history, onLost, onGone, save }: OpenParts): OpenStory {
  const { content: base, rev, ts, version } = startOf(answer);
  const seen = { version };
  const editor = new Editor(storyId, base, history?.rev === rev ? history.history : undefined);
  const forget = () => keptDrafts.forget(person, storyId);
  // As its page was left, it may have been sent, and nobody heard that it is saved.
  const isSaved = unsaved !== null && same(unsaved.content, base);
  if (isSaved) void forget();
  let offered = isSaved ? null : unsaved;
  if (offered) editor.setReadOnly(true);
  const saver = new Saver<StoryContent>({
    rev,
    ts,
    send: draftSender({
      storyId,
      seen,
      save: save ?? draftCommands.save,
      onLost,
      onGone: (content, gone) => {
        editor.change((now) => withoutFiles(now, gone));
        onGone(namesOfGone(content, gone));
      },
    }),
    keep: (kept, from) => keptDrafts.keep(person, storyId, { content: kept, rev: from, at: Date.now() }),
    forget: () => (offered ? undefined : forget()),
  });
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
    get unsaved() {
      return offered;
    },
    decide: (restores) => {
      const kept = offered;
      offered = null;
      if (!kept) return;
      editor.setReadOnly(false);
      if (restores) editor.change(() => kept.content);
      else void forget();
    },
    load: (next) => {
      const start = startOf(next);
      seen.version = start.version;
      // What comes from the server is no change that it has to get.
      last = start.content;
      editor.replace(start.content);
      saver.giveUp(start.rev, start.ts);
    },
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
