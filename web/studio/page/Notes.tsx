import { CloudAlert, History, PenLine } from 'lucide-react';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { relativeTime } from '../../dashboard/kit/text/format.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { KeptDraft } from '../saving/kept-drafts.ts';
import { StudioNote } from './StudioNote.tsx';

/** Offers changes of an earlier visit that the server does not have; `isOlder`: it was saved again since they were kept. */
export function UnsavedNote({
  unsaved,
  isOlder,
  onRestore,
  onDiscard,
}: {
  unsaved: KeptDraft;
  isOlder: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const { timeZone } = useSession();
  const when = relativeTime(unsaved.at / 1000, timeZone);
  return (
    <StudioNote
      icon={<CloudAlert size={18} aria-hidden />}
      title={t(studioWords.unsavedTitle, { when })}
      text={t(isOlder ? studioWords.unsavedOlder : studioWords.unsavedText)}
      acts={
        <>
          <Button size="small" onClick={onDiscard}>
            {t(studioWords.unsavedDiscard)}
          </Button>
          <Button size="small" variant="accent" onClick={onRestore}>
            {t(studioWords.unsavedRestore)}
          </Button>
        </>
      }
    />
  );
}

/** Says that the draft was saved, published or discarded elsewhere, and lets the person decide which version counts. */
export function MovedNote({ gone, onKeep, onLoad }: { gone: boolean; onKeep: () => void; onLoad: () => void }) {
  return (
    <StudioNote
      icon={<PenLine size={18} aria-hidden />}
      title={t(gone ? studioWords.movedPublishedTitle : studioWords.movedTitle)}
      text={t(studioWords.movedText)}
      acts={
        <>
          <Button size="small" onClick={onLoad}>
            {t(studioWords.loadTheirs)}
          </Button>
          <Button size="small" variant="accent" onClick={onKeep}>
            {t(studioWords.keepMine)}
          </Button>
        </>
      }
    />
  );
}

/** Says that the live story changed after the draft began from it. */
export function OutdatedNote({ onReview }: { onReview: () => void }) {
  return (
    <StudioNote
      icon={<History size={18} aria-hidden />}
      title={t(studioWords.outdatedTitle)}
      acts={
        <Button size="small" variant="accent" onClick={onReview}>
          {t(studioWords.outdatedReview)}
        </Button>
      }
    />
  );
}
