import { type DraftAnswer, emptyDraft } from '#contracts/studio/draft-content.ts';
import { same } from '../../dashboard/kit/same.ts';
import { draftCommands } from '../drafts/draft-queries.ts';
import { asEdited } from '../drafts/story-draft.ts';
import { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import { namesOfGone, withoutFiles } from './gone-files.ts';
import type { KeptDraft, KeptDrafts, KeptHistory, LeftDraft } from './kept-drafts.ts';
import { Saver } from './saver.ts';
import { draftSender, type LostPlace, type SenderParts } from './send-draft.ts';

/** A story that is open, and what saves it. */
export interface OpenStory {
  editor: Editor;
  saver: Saver<StoryContent>;
  /** The content that the server has, or had when it was last heard of. */
  base: StoryContent;
  /** Changes that a closed window left and the server does not have: until it is decided, nothing else is changed. */
  readonly unsaved: KeptDraft | null;
  /** Takes these up, or lets them go and offers what another one left. */
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
  kept: KeptDrafts;
  /** What closed windows left of the story, the newest first. */
  left: readonly LeftDraft[];
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
export function openStory(parts: OpenParts): OpenStory {
  const { storyId, person, answer, kept, left, history, onLost, onGone, save } = parts;
  const { content: base, rev, ts, version } = startOf(answer);
  const seen = { version };
  const editor = new Editor(storyId, base, history?.rev === rev ? history.history : undefined);
  const place = kept.place(person, storyId);
  // As its page was left, it may have been sent, and nobody heard that it is saved.
  let offered = left.filter(({ content }) => !same(content, base));
  const saved = left.filter((one) => !offered.includes(one));
  if (saved.length > 0) void kept.drop(saved);
  if (offered.length > 0) editor.setReadOnly(true);
  // What was taken up lies where it was left until this window keeps it, or the server has it.
  let taken: LeftDraft[] = [];
  const dropTaken = () => {
    if (taken.length > 0) void kept.drop(taken);
    taken = [];
  };
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
    keep: async (content, from) => {
      const isKept = await place.keep({ content, rev: from, at: Date.now() });
      if (isKept) dropTaken();
      return isKept;
    },
    forget: () => {
      dropTaken();
      return place.forget();
    },
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
      void kept.keepHistory(person, storyId, { history: editor.state.history, rev: saver.rev });
  });
  return {
    editor,
    saver,
    base,
    get unsaved() {
      return offered[0] ?? null;
    },
    decide: (restores) => {
      const [first, ...others] = offered;
      if (!first) return;
      // Below what is restored nothing else is offered; it is the next time.
      offered = restores ? [] : others;
      editor.setReadOnly(offered.length > 0);
      if (!restores) return void kept.drop([first]);
      taken = [first];
      editor.change(() => first.content);
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
