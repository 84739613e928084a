import { useId } from 'react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { Field } from '../../../dashboard/kit/fields/Field.tsx';
import { Slider } from '../../../dashboard/kit/fields/Slider.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import css from '../sections/LookSection.module.css';
import { useFields } from '../use-fields.ts';

/** How opaque an image is. */
export function ImageLook({ one }: { one: Extract<FlatComponent, { kind: 'image' }> }) {
  const id = useId();
  const { set } = useFields(one);
  const { opacity } = one.component;
  const told = t(studioPropertyWords.percentValue, { value: opacity });
  return (
    <section className={css.root} aria-label={t(studioPropertyWords.style)}>
      <Field id={id} label={t(studioPropertyWords.opacity)} end={told} group>
        <Slider
          label={t(studioPropertyWords.opacity)}
          min={studioLimits.opacity[0]}
          max={studioLimits.opacity[1]}
          step={1}
          value={opacity}
          valueText={told}
          onChange={(value) => set({ opacity: value }, 'opacity')}
        />
      </Field>
    </section>
  );
}
