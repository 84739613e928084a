import { Plus } from 'lucide-react';
import { useState } from 'react';
import { blankDesign } from '#contracts/studio/blank.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { ConfirmDialog } from '../../dashboard/kit/overlays/ConfirmDialog.tsx';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { NewDraftStart } from '../drafts/use-new-draft.ts';
import type { StoryContent } from '../state/story-content.ts';
import { BrandSwitchRow } from './BrandSwitchRow.tsx';
import { useBrandSwitch } from './branding.ts';
import { Categories, type ShownCategory } from './Categories.tsx';
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import css from './TemplatesPanel.module.css';
import { type ListedTemplate, useTemplates } from './use-templates.ts';

const blank: StoryContent = {
  title: '',
  type: 1,
  media: null,
  thumbnail: null,
  studio: blankDesign(),
  conditions: null,
  ignored: [],
};
/** Properties of the TemplatesPanel; `onBrand` opens the brand kit. */
export interface TemplatesPanelProps {
  onAdd: (start: NewDraftStart) => Promise<void>;
  onBrand: () => void;
}

/** The templates of the account and those that come with the product: one is used for this story or for a new one. */
export default function TemplatesPanel({ onAdd, onBrand }: TemplatesPanelProps) {
  const { may } = useSession();
  const brand = useBrandSwitch();
  const { templates, busy, apply, begin, save, remove } = useTemplates(onAdd, brand.branding);
  const [shown, setShown] = useState<ShownCategory>('all');
  const [saving, setSaving] = useState(false);
  const [removing, setRemoving] = useState<ListedTemplate | null>(null);
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
              onRemove={template.own && writes ? () => setRemoving(template) : null}
            />
          ))}
        </ul>
      </section>
    );
  const wanted = templates.filter(({ category }) => shown === 'all' || category === shown);
  return (
    <div className={css.root}>
      <BrandSwitchRow brand={brand} onBrand={onBrand} />
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
        <SaveTemplateDialog onSave={(title, category) => void save(title, category)} onClose={() => setSaving(false)} />
      ) : null}
      {removing ? (
        <ConfirmDialog
          open
          title={t(words.removeTitle, { title: removing.title })}
          text={t(words.removeText)}
          confirmLabel={t(words.removeTemplate)}
          onConfirm={() => remove(removing.id).then(() => setRemoving(null))}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </div>
  );
}
