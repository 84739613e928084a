import { PencilRuler } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { studioEntryWords } from '../../words/studio-entry.en.ts';
import { t } from '../../words/t.ts';
import css from './DraftsNote.module.css';

/** Says that stories were begun in the studio and not published, and leads there. */
export function DraftsNote({ count, address }: { count: number; address: string }) {
  return (
    <div className={css.note}>
      <PencilRuler size={16} aria-hidden />
      <p>{t(studioEntryWords.unpublished, { count })}</p>
      <Button size="small" to={address}>
        {t(studioEntryWords.openStudio)}
      </Button>
    </div>
  );
}
