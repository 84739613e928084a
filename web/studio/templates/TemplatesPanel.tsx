import { EllipsisVertical, Plus, SquarePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { blankDesign } from '#contracts/studio/blank.ts';
import { type TemplateCategory, templateCategories } from '#contracts/template/categories.ts';
import { DesignLayer } from '../../dashboard/designs/DesignLayer.tsx';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { TextField } from '../../dashboard/kit/fields/TextField.tsx';
import { Dialog } from '../../dashboard/kit/overlays/Dialog.tsx';
import { Menu } from '../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem } from '../../dashboard/kit/overlays/MenuItem.tsx';
import { StoryThumb } from '../../dashboard/kit/pictures/StoryThumb.tsx';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { NewDraftStart } from '../drafts/use-new-draft.ts';
import type { StoryContent } from '../state/story-content.ts';
import css from './TemplatesPanel.module.css';
import { type ListedTemplate, useTemplates } from './use-templates.ts';

/** A title of a template has so many letters at most. */
const titleLength = 40;
const blank: StoryContent = {
  title: '',
  type: 1,
  media: null,
  thumbnail: null,
  studio: blankDesign(),
  conditions: null,
  ignored: [],
};
const width = 104;

interface CardProps {
  template: ListedTemplate;
  busy: boolean;
  onUse: () => void;
  onBegin: () => void;
  onRemove: (() => void) | null;
}

function TemplateCard({ template, busy, onUse, onBegin, onRemove }: CardProps) {
  const { title, studio, picture } = template;
  return (
    <li className={css.card} aria-busy={busy || undefined}>
      <div className={css.picture}>
        <StoryThumb src={picture} width={width}>
          <DesignLayer studio={studio} src={picture} width={width * 2} />
        </StoryThumb>
        <button type="button" className={css.use} aria-label={t(words.use, { title })} onClick={onUse} />
      </div>
      <div className={css.name}>
        <span className="truncate">{title}</span>
        <Menu
          label={t(words.actions, { title })}
          align="end"
          trigger={
            <IconButton size="small" noTooltip label={t(words.actions, { title })} icon={<EllipsisVertical />} />
          }
        >
          <MenuItem icon={<SquarePlus aria-hidden />} onSelect={onBegin}>
            {t(words.useNew, { title })}
          </MenuItem>
          {onRemove ? (
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onRemove}>
              {t(words.remove, { title })}
            </MenuItem>
          ) : null}
        </Menu>
      </div>
    </li>
  );
}

function SaveDialog({
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

type Shown = TemplateCategory | 'all';

function Categories({ value, onChange, all }: { value: Shown; onChange: (next: Shown) => void; all: boolean }) {
  const options: readonly Shown[] = all ? ['all', ...templateCategories] : templateCategories;
  return (
    <fieldset className={css.categories}>
      <legend className="visually-hidden">{t(words.category)}</legend>
      {options.map((one) => (
        <button
          key={one}
          type="button"
          className={css.category}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {t(words[one])}
        </button>
      ))}
    </fieldset>
  );
}

/** The templates of the account and those that come with the product: one is used for this story or for a new one. */
export default function TemplatesPanel({ onAdd }: { onAdd: (start: NewDraftStart) => Promise<void> }) {
  const { may } = useSession();
  const { templates, busy, apply, begin, save, remove } = useTemplates(onAdd);
  const [shown, setShown] = useState<Shown>('all');
  const [saving, setSaving] = useState(false);
  const writes = may('storyGroup.publish');
  const part = (title: string, list: readonly ListedTemplate[]) =>
    list.length === 0 ? null : (
      <section aria-label={title}>
        <h2 className="t-small">{title}</h2>
        <ul className={css.list}>
          {list.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              busy={busy === template.id}
              onUse={() => void apply(template)}
              onBegin={() => void begin(template, blank)}
              onRemove={template.own && writes ? () => void remove(template.id) : null}
            />
          ))}
        </ul>
      </section>
    );
  const wanted = templates.filter(({ category }) => shown === 'all' || category === shown);
  return (
    <div className={css.root}>
      <Categories value={shown} onChange={setShown} all />
      {writes ? (
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => setSaving(true)}>
          {t(words.save)}
        </Button>
      ) : null}
      {part(
        t(words.own),
        wanted.filter(({ own }) => own !== null),
      )}
      {part(
        t(words.builtIn),
        wanted.filter(({ own }) => own === null),
      )}
      {saving ? (
        <SaveDialog onSave={(title, category) => void save(title, category)} onClose={() => setSaving(false)} />
      ) : null}
    </div>
  );
}
