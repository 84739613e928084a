import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftPlace } from '#contracts/studio/presence.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftKeys } from '../drafts/draft-queries.ts';
import { asEdited, asSaved } from '../drafts/story-draft.ts';
import { AskedDialog } from '../presence/AskedDialog.tsx';
import { HeldNote } from '../presence/HeldNote.tsx';
import type { DeskProps } from './desk-props.ts';
import { MovedNote, OutdatedNote, UnsavedNote } from './Notes.tsx';
import css from './Workspace.module.css';

/** Properties of StoryNotes; `writer` is who else writes the story. */
export interface StoryNotesProps extends DeskProps {
  writer: DraftPlace | null;
  onReview: () => void;
}

/** What happened to the story that is open, and what the person may decide about it. */
export function StoryNotes({ open, opened, others, answer, storyId, writer, onAdd, onReview }: StoryNotesProps) {
  const client = useQueryClient();
  const { user } = useSession();
  const [unsaved, setUnsaved] = useState(open.unsaved);
  const { editor, saver } = open;
  const { lost, setLost } = opened;
  const moved = lost?.why === 'moved' ? lost.draft : null;
  const ask = others.takeOvers.get(storyId) ?? null;
  const nameOf = (id: string) => others.present.find(({ user_id }) => user_id === id)?.name || t(studioWords.someone);
  const decided = () => {
    setLost(null);
    void client.invalidateQueries({ queryKey: draftKeys.story(storyId) });
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
          onGranted={() => setLost(null)}
          onCopy={() => void onAdd({ content: asSaved(editor.state.content) })}
        />
      ) : null}
      {isAsked ? <AskedDialog ask={ask} name={nameOf(ask.user_id)} save={() => saver.flush()} /> : null}
      {unsaved ? (
        <UnsavedNote
          unsaved={unsaved}
          onRestore={() => {
            editor.change(() => unsaved.content);
            setUnsaved(null);
          }}
          onDiscard={() => {
            saver.giveUp(saver.rev, null);
            setUnsaved(null);
          }}
        />
      ) : null}
      {moved ? (
        <MovedNote
          gone={moved.content === null}
          onKeep={() => {
            saver.resume(moved.rev);
            decided();
          }}
          onLoad={() => {
            saver.giveUp(moved.rev, null);
            if (moved.content) editor.replace(asEdited(moved.content));
            decided();
          }}
        />
      ) : null}
      {answer.outdated && answer.draft ? <OutdatedNote onReview={onReview} /> : null}
    </div>
  );
}
