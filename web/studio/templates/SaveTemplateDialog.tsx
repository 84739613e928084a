import { useState } from 'react';
import type { TemplateCategory } from '#contracts/template/categories.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { TextField } from '../../dashboard/kit/fields/TextField.tsx';
import { Dialog } from '../../dashboard/kit/overlays/Dialog.tsx';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { Categories } from './Categories.tsx';

/** A title of a template has so many letters at most. */
const titleLength = 40;

/** Asks for a name and a category under which the story's design becomes a template. */
export function SaveTemplateDialog({
  onSave,
  onClose,
}: {
  onSave: (title: string, category: TemplateCategory) => void;
  onClose: () => void;
}) {
  const [title, setTitle] = useState('');
  const [category, setCategory] = useState<TemplateCategory>('editorial');
  const named = title.trim() !== '' && [...title].length <= titleLength;
  return (
    <Dialog
      open
      size="small"
      title={t(words.saveTitle)}
      onClose={onClose}
      onSubmit={() => {
        if (!named) return;
        onSave(title.trim(), category);
        onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t(words.cancel)}</Button>
          <Button type="submit" variant="primary" disabled={!named}>
            {t(words.save)}
          </Button>
        </>
      }
    >
      <p className="t-body">{t(words.saveText)}</p>
      <TextField label={t(words.name)} value={title} counter={titleLength} autoFocus onChange={setTitle} />
      <Categories value={category} onChange={(next) => next !== 'all' && setCategory(next)} all={false} />
    </Dialog>
  );
}
