import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { ColorField } from '../ColorField.tsx';
import { ContrastLine } from '../ContrastLine.tsx';
import { PanelSection } from '../fields/PanelSection.tsx';
import { colorFields } from '../kinds/color-fields.ts';
import { usePanel } from '../panel-context.ts';
import { useFields } from '../use-fields.ts';
import css from './sections.module.css';

/** The colors of a component, with the worst contrast among its words. */
export function ColorSection({ one }: { one: Exclude<FlatComponent, { kind: 'image' }> }) {
  const { brand } = usePanel();
  const { set, seal } = useFields(one);
  const fields = colorFields(one);
  const [worst] = fields
    .flatMap(({ field, contrast }) => (contrast && /^(text|option)_color$/.test(field) ? [contrast] : []))
    .sort((a, b) => Number(a.readable) - Number(b.readable) || a.ratio - b.ratio);
  return (
    <PanelSection title={t(studioPropertyWords.colors)} end={worst ? <ContrastLine {...worst} /> : null}>
      <div className={css.two}>
        {fields.map(({ field, label, value, noneLabel, contrast }) => (
          <ColorField
            key={field}
            label={label}
            value={value}
            noneLabel={noneLabel}
            brand={brand?.colors}
            alpha
            contrast={contrast}
            onChange={(color) => set({ [field]: color }, field)}
            onSettled={seal}
          />
        ))}
      </div>
    </PanelSection>
  );
}
