import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { onConnectionBack } from '../../dashboard/api/connection.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftKeys } from '../drafts/draft-queries.ts';
import type { KeptDraft } from './kept-drafts.ts';
import { noteLastSave } from './last-saves.ts';
import { type OpenStory, openStory } from './open-story.ts';
import type { LostPlace } from './send-draft.ts';
import { keptHere } from './this-device.ts';

/** The story that is open, null until it is; `lost` says why it is no longer saved from here. */
export interface StoryOpening {
  open: OpenStory | null;
  lost: LostPlace | null;
  setLost: (lost: LostPlace | null) => void;
  /** Changes that a closed window left and the server does not have, null once it was decided about them all. */
  unsaved: KeptDraft | null;
  /** Takes these up, or lets them go and offers what another one left. */
  decide: (restores: boolean) => void;
}

/** Opens a story once its draft was read, with what this device kept of it, and saves it until it is left. */
export function useOpenStory(storyId: string, person: string, answer: DraftAnswer | undefined): StoryOpening {
  const [open, setOpen] = useState<OpenStory | null>(null);
  const [lost, setLost] = useState<LostPlace | null>(null);
  const [unsaved, setUnsaved] = useState<KeptDraft | null>(null);
  const client = useQueryClient();
  const tell = useTell();
  const isRead = answer !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read later changes what is open, and opens nothing anew
  useEffect(() => {
    if (!answer) return;
    let opened: OpenStory | null = null;
    let left = false;
    setLost(null);
    const kept = keptHere();
    void Promise.all([kept.find(person, storyId), kept.findHistory(person, storyId)]).then(([unsaved, history]) => {
      if (left) return;
      opened = openStory({
        storyId,
        person,
        answer,
        kept,
        left: unsaved,
        history: history ?? null,
        // What its last save is told, after it was left, is nothing about the story that is open by then.
        onLost: (place) => {
          if (!left) setLost(place);
        },
        onGone: (names) => tell(t(studioWords.filesGone, { list: names.join(', ') }), 'error'),
      });
      setOpen(opened);
      setUnsaved(opened.unsaved);
    });
    return () => {
      left = true;
      setOpen(null);
      if (!opened) return;
      const { saver, end } = opened;
      // Whoever shows or publishes the story from now on reads what was saved here.
      const renew = () => client.invalidateQueries({ queryKey: draftKeys.story(storyId) });
      noteLastSave(end().then(() => (saver.rev === (answer.draft?.rev ?? 0) ? undefined : renew())));
    };
  }, [storyId, person, isRead]);
  useEffect(() => {
    if (!open) return;
    const keep = () => open.saver.keepNow();
    const ends = onConnectionBack(() => open.saver.retry());
    const hidden = () => {
      if (document.visibilityState === 'hidden') void open.saver.flush();
    };
    const asks = (event: BeforeUnloadEvent) => {
      if (open.saver.isAtRisk) event.preventDefault();
    };
    window.addEventListener('beforeunload', asks);
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      ends();
      window.removeEventListener('beforeunload', asks);
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [open]);
  const decide = (restores: boolean) => {
    open?.decide(restores);
    setUnsaved(open?.unsaved ?? null);
  };
  return { open, lost, setLost, unsaved, decide };
}
