import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { Choices } from '../../../dashboard/kit/fields/Choices.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { useEditor } from '../../state/use-editor.ts';
import { LinkField } from '../fields/LinkField.tsx';
import { PictureField } from '../fields/PictureField.tsx';
import { SwitchRow } from '../fields/SwitchRow.tsx';
import { WordsField } from '../fields/WordsField.tsx';
import { NumberField } from '../NumberField.tsx';
import { useFields } from '../use-fields.ts';
import css from './kinds.module.css';

type Tag = Extract<FlatComponent, { kind: 'product_tag' }>;

/** A new dot lies so far above its tag, in canvas units. */
const dotAbove = 40;

function DotFields({ one }: { one: Tag }) {
  const editor = useEditor();
  const { set, seal } = useFields(one);
  const { id, dot } = one.component;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  const toggle = (on: boolean) => {
    const now = flatten(editor.state.content.studio).find(({ component }) => component.id === id) ?? one;
    const { position, size } = now.component;
    const x = clamp(position.x + size.width / 2, canvas.width);
    const above = position.y - dotAbove;
    const y = clamp(above >= 0 ? above : position.y + size.height + dotAbove, canvas.height);
    set({ dot: on ? { x, y } : null });
  };
  return (
    <>
      <SwitchRow label={t(studioPropertyWords.dot)} checked={dot !== null} onChange={toggle} />
      {dot ? (
        <div className={css.two}>
          <NumberField
            label={t(studioPropertyWords.dotFromLeft)}
            sign={t(studioPropertyWords.signX)}
            values={[dot.x]}
            bounds={studioLimits.x}
            onChange={(next) => set({ dot: { ...dot, x: next(dot.x) } }, 'dot.x')}
            onSettled={seal}
          />
          <NumberField
            label={t(studioPropertyWords.dotFromTop)}
            sign={t(studioPropertyWords.signY)}
            values={[dot.y]}
            bounds={studioLimits.y}
            onChange={(next) => set({ dot: { ...dot, y: next(dot.y) } }, 'dot.y')}
            onSettled={seal}
          />
        </div>
      ) : null}
    </>
  );
}

/** A product with its prices and picture, what a tap on it opens, and the place that it points at. */
export function ProductTagContent({ one }: { one: Tag }) {
  const { set } = useFields(one);
  const { media, opens } = one.component;
  return (
    <>
      <WordsField one={one} field="name" label={t(studioPropertyWords.productName)} most={studioLimits.productName} />
      <WordsField one={one} field="product_id" label={t(studioPropertyWords.productId)} most={studioLimits.productId} />
      <div className={css.two}>
        <WordsField
          one={one}
          field="price"
          label={t(studioPropertyWords.price)}
          placeholder={t(studioPropertyWords.priceExample)}
          most={studioLimits.price}
        />
        <WordsField one={one} field="old_price" label={t(studioPropertyWords.oldPrice)} most={studioLimits.price} />
      </div>
      <PictureField
        label={t(studioPropertyWords.picture)}
        src={media}
        onPick={(src) => set({ media: src })}
        onRemove={() => set({ media: null })}
      />
      <Choices
        label={t(studioPropertyWords.opens)}
        name={`opens-${one.component.id}`}
        value={opens}
        options={[
          ['card', t(studioPropertyWords.opensCard)],
          ['app', t(studioPropertyWords.opensApp)],
          ['web', t(studioPropertyWords.opensWeb)],
        ]}
        onChange={(value) => set({ opens: value })}
      />
      {opens === 'app' ? null : (
        <LinkField
          one={one}
          field="outlink"
          label={t(studioPropertyWords.webLink)}
          placeholder={t(studioPropertyWords.webLinkExample)}
        />
      )}
      {opens === 'web' ? null : (
        <LinkField
          one={one}
          field="deep_link"
          label={t(studioPropertyWords.deepLink)}
          placeholder={t(studioPropertyWords.deepLinkExample)}
        />
      )}
      <DotFields one={one} />
    </>
  );
}
