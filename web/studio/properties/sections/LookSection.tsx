import { TextAlignCenter, TextAlignEnd, TextAlignStart } from 'lucide-react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { fontNames, textSizes } from '#contracts/studio/fonts.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { SegmentedControl } from '../../../dashboard/kit/buttons/SegmentedControl.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { fontsOf } from '../../palette/new-component.ts';
import { useEditorState } from '../../state/use-editor.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { fontTitles } from '../font-titles.ts';
import { NumberField } from '../NumberField.tsx';
import { useFields } from '../use-fields.ts';
import css from './LookSection.module.css';

type Lettered = Exclude<FlatComponent, { kind: 'image' }>;

const sizeNames = [
  studioPropertyWords.sizeXs,
  studioPropertyWords.sizeS,
  studioPropertyWords.sizeM,
  studioPropertyWords.sizeL,
  studioPropertyWords.sizeXl,
] as const;

function SizeField({ one }: { one: Lettered }) {
  const { set, seal } = useFields(one);
  if (one.kind === 'cta')
    return (
      <SegmentedControl
        label={t(studioPropertyWords.textSize)}
        value={String(one.component.text_size)}
        options={textSizes.map((_, at) => ({ value: String(at + 1), label: t(sizeNames[at]!) }))}
        onChange={(size) => set({ text_size: Number(size) })}
      />
    );
  return (
    <NumberField
      label={t(studioPropertyWords.textSize)}
      sign={t(studioPropertyWords.signSize)}
      values={[one.component.font_size]}
      bounds={studioLimits.fontSize}
      onChange={(next) => set({ font_size: next(one.component.font_size) }, 'font_size')}
      onSettled={seal}
    />
  );
}

/** How the words of a component look: font, size, weight, alignment, and the corners of its box. */
export function LookSection({ one }: { one: Lettered }) {
  const { set, seal } = useFields(one);
  const used = useEditorState(({ content }) => [...fontsOf(content.studio)].sort().join(' ')).split(' ');
  const { text_font, text_weight, text_align, radius } = one.component;
  const isFull = used.length >= studioLimits.fonts;
  const corners = (
    <NumberField
      label={t(studioPropertyWords.corners)}
      sign={t(studioPropertyWords.corners)}
      values={[radius]}
      bounds={studioLimits.radius}
      onChange={(next) => set({ radius: next(radius) }, 'radius')}
      onSettled={seal}
    />
  );
  // A reaction has no words.
  if (one.kind === 'reaction')
    return (
      <section className={css.root} aria-label={t(studioPropertyWords.style)}>
        {corners}
      </section>
    );
  return (
    <section className={css.root} aria-label={t(studioPropertyWords.style)}>
      <ChoiceField
        label={t(studioPropertyWords.font)}
        value={text_font}
        options={fontNames.map((font) => ({
          value: font,
          label: fontTitles[font],
          reason:
            isFull && !used.includes(font) ? t(studioPropertyWords.fontsFull, { most: studioLimits.fonts }) : undefined,
        }))}
        onChange={(font) => set({ text_font: font })}
      />
      <SizeField one={one} />
      <SegmentedControl
        label={t(studioPropertyWords.weight)}
        value={String(text_weight)}
        options={[
          { value: '400', label: t(studioPropertyWords.weightRegular) },
          { value: '700', label: t(studioPropertyWords.weightBold) },
        ]}
        onChange={(weight) => set({ text_weight: Number(weight) })}
      />
      <SegmentedControl
        label={t(studioPropertyWords.textAlign)}
        value={text_align}
        options={[
          { value: 'start', label: t(studioPropertyWords.textStart), icon: <TextAlignStart />, iconOnly: true },
          { value: 'center', label: t(studioPropertyWords.textCenter), icon: <TextAlignCenter />, iconOnly: true },
          { value: 'end', label: t(studioPropertyWords.textEnd), icon: <TextAlignEnd />, iconOnly: true },
        ]}
        onChange={(align) => set({ text_align: align })}
      />
      {corners}
    </section>
  );
}
