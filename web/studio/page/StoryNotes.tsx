import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { draftKeys } from '../drafts/draft-queries.ts';
import { asEdited } from '../drafts/story-draft.ts';
import type { OpenStory } from '../saving/open-story.ts';
import type { OpenedStory } from '../saving/use-open-story.ts';
import { MovedNote, UnsavedNote } from './Notes.tsx';
import css from './Workspace.module.css';

/** Properties of StoryNotes. */
export interface StoryNotesProps {
  open: OpenStory;
  opened: Pick<OpenedStory, 'lost' | 'setLost'>;
}

/** What happened to the story that is open, and what the person may decide about it. */
export function StoryNotes({ open, opened: { lost, setLost } }: StoryNotesProps) {
  const client = useQueryClient();
  const [unsaved, setUnsaved] = useState(open.unsaved);
  const { editor, saver } = open;
  const moved = lost?.why === 'moved' ? lost.draft : null;
  const decided = () => {
    setLost(null);
    void client.invalidateQueries({ queryKey: draftKeys.story(editor.state.storyId) });
  };
  return (
    <div className={css.notes}>
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
    </div>
  );
}
