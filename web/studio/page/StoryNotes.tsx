import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { copiedDesign } from '#contracts/studio/copies.ts';
import type { DraftPlace } from '#contracts/studio/presence.ts';
import { errorText } from '../../dashboard/api/error.ts';
import { newKey } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftKeys, storyDraftQuery } from '../drafts/draft-queries.ts';
import { asSaved } from '../drafts/story-draft.ts';
import { AskedDialog } from '../presence/AskedDialog.tsx';
import { HeldNote } from '../presence/HeldNote.tsx';
import type { DeskProps } from './desk-props.ts';
import { MovedNote, OutdatedNote, UnsavedNote } from './Notes.tsx';
import css from './Workspace.module.css';

/** Properties of StoryNotes; `writer` is who else writes the story. */
export interface StoryNotesProps extends DeskProps {
  writer: DraftPlace | null;
  /** Opens the review of the story; null while it is open. */
  onReview: (() => void) | null;
}

/** What happened to the story that is open, and what the person may decide about it. */
export function StoryNotes({ open, opened, others, answer, storyId, writer, onAdd, onReview }: StoryNotesProps) {
  const client = useQueryClient();
  const { user } = useSession();
  const tell = useTell();
  const { editor, saver } = open;
  const { lost, setLost, unsaved, decide } = opened;
  const rev = useSyncExternalStore(saver.subscribe, () => saver.rev);
  const moved = lost?.why === 'moved' ? lost.draft : null;
  const ask = others.takeOvers.get(storyId) ?? null;
  const nameOf = (id: string) => others.present.find(({ user_id }) => user_id === id)?.name || t(studioWords.someone);
  const keepMine = (from: number) => {
    saver.resume(from);
    setLost(null);
    void client.invalidateQueries({ queryKey: draftKeys.story(storyId) });
  };
  const loadTheirs = async () => {
    try {
      open.load(await client.fetchQuery({ ...storyDraftQuery(storyId), staleTime: 0 }));
      setLost(null);
    } catch (error) {
      tell(errorText(error), 'error');
    }
  };
  const isAsked = ask?.state === 'asked' && ask.user_id !== user.id && !writer;
  return (
    <div className={css.notes}>
      {writer ? (
        <HeldNote
          storyId={storyId}
          name={nameOf(writer.held_by ?? writer.user_id)}
          ask={ask?.user_id === user.id ? ask : null}
          unsaved={!saver.isSaved}
          onGranted={() => {
            if (lost?.why === 'held') saver.resume(saver.rev);
            setLost(null);
          }}
          onCopy={() => {
            const content = asSaved(editor.state.content);
            void onAdd({ content: { ...content, ...copiedDesign(content, newKey(), new Map()) } });
          }}
        />
      ) : null}
      {isAsked ? <AskedDialog ask={ask} name={nameOf(ask.user_id)} save={() => saver.flush()} /> : null}
      {unsaved && !writer ? (
        <UnsavedNote
          unsaved={unsaved}
          isOlder={unsaved.rev !== rev}
          onRestore={() => decide(true)}
          onDiscard={() => decide(false)}
        />
      ) : null}
      {moved ? (
        <MovedNote gone={moved.content === null} onKeep={() => keepMine(moved.rev)} onLoad={() => void loadTheirs()} />
      ) : null}
      {onReview && answer.outdated && answer.draft ? <OutdatedNote onReview={onReview} /> : null}
    </div>
  );
}
