import { type TemplateCategory, templateCategories } from '#contracts/template/categories.ts';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './TemplatesPanel.module.css';

/** What of the templates is shown. */
export type ShownCategory = TemplateCategory | 'all';

/** Chooses a category, with `all` also that all are shown. */
export function Categories({
  value,
  onChange,
  all,
}: {
  value: ShownCategory;
  onChange: (next: ShownCategory) => void;
  all: boolean;
}) {
  const options: readonly ShownCategory[] = all ? ['all', ...templateCategories] : templateCategories;
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
