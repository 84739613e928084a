import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { PictureField } from '../fields/PictureField.tsx';
import { SwitchRow } from '../fields/SwitchRow.tsx';
import { WordsField } from '../fields/WordsField.tsx';
import { useFields } from '../use-fields.ts';

/** The picture of an image, and what it is to those who do not see it. */
export function ImageContent({ one }: { one: Extract<FlatComponent, { kind: 'image' }> }) {
  const { set } = useFields(one);
  const { media, decorative } = one.component;
  return (
    <>
      <PictureField label={t(studioPropertyWords.picture)} src={media} onPick={(src) => set({ media: src })} />
      <SwitchRow
        label={t(studioPropertyWords.decorative)}
        checked={decorative}
        onChange={(on) => set({ decorative: on })}
      />
      {decorative ? null : (
        <WordsField
          one={one}
          field="alt"
          label={t(studioPropertyWords.description)}
          hint={t(studioPropertyWords.descriptionHint)}
          most={studioLimits.alt}
          rows={2}
        />
      )}
    </>
  );
}
