import { TriangleAlert } from 'lucide-react';
import { contrastSaid } from '#contracts/studio/check/advise-contrast.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Message } from '#contracts/words/define.ts';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { ColorField } from '../properties/ColorField.tsx';
import { PanelSection } from '../properties/fields/PanelSection.tsx';
import { SwitchRow } from '../properties/fields/SwitchRow.tsx';
import { NumberField } from '../properties/NumberField.tsx';
import css from './Brand.module.css';
import { BrandSample } from './BrandSample.tsx';
import { type WeakWords, weakWords } from './brand-pairs.ts';
import type { BrandPart } from './brand-part.ts';
import { firstButton, firstCard } from './kit-edits.ts';

type Look = NonNullable<BrandPart['kit']['button' | 'card']>;
type ColorName = 'background' | 'text_color' | 'option_color' | 'accent_color';

const nothing = () => {};
const pairNames: Readonly<Record<WeakWords['on'], Message>> = {
  button: words.textOn,
  card: words.textOnCard,
  option: words.textOnOption,
};

interface LookFieldsProps {
  look: Look;
  colors: readonly (readonly [field: ColorName, label: Message])[];
  brand: BrandPart['kit']['colors'];
  onChange: (changes: object) => void;
}

function LookFields({ look, colors, brand, onChange }: LookFieldsProps) {
  return (
    <div className={css.lookFields}>
      {colors.map(([field, label]) => (
        <ColorField
          key={field}
          alpha={false}
          label={t(label)}
          value={((look as Partial<Record<ColorName, string | null>>)[field] ?? '#ffffff').slice(0, 7)}
          brand={brand}
          contrast={null}
          onChange={(color) => color && onChange({ [field]: color })}
          onSettled={nothing}
        />
      ))}
      <NumberField
        label={t(words.corners)}
        sign={t(words.corners)}
        values={[look.radius]}
        bounds={studioLimits.radius}
        onChange={(next) => onChange({ radius: next(look.radius) })}
        onSettled={nothing}
      />
    </div>
  );
}

function Weak({ kit, on }: { kit: BrandPart['kit']; on: readonly WeakWords['on'][] }) {
  const weak = weakWords(kit).filter((one) => on.includes(one.on));
  return weak.map((one) => (
    <p key={one.on} className={css.weak}>
      <TriangleAlert size={14} aria-hidden />
      {t(words.lowContrast, { pair: t(pairNames[one.on]), ratio: contrastSaid(one.ratio) })}
    </p>
  ));
}

const cornersOf = (look: Look | null): string => (look ? t(words.corner, { radius: look.radius }) : t(words.usual));

const buttonColors = [
  ['background', words.buttonGround],
  ['text_color', words.buttonText],
] as const;
const cardColors = [
  ['background', words.cardGround],
  ['text_color', words.cardText],
  ['option_color', words.cardOption],
  ['accent_color', words.cardAccent],
] as const;

/** How new buttons and cards look, with a sample; words that are hard to read are named. */
export function BrandLooks({ kit, onChange }: BrandPart) {
  const { button, card, colors } = kit;
  return (
    <PanelSection title={t(words.looks)}>
      <BrandSample kit={kit} />
      {onChange ? (
        <>
          <SwitchRow
            label={t(words.ownButton)}
            checked={button !== null}
            onChange={(on) => onChange((now) => ({ button: on ? firstButton(now) : null }))}
          />
          {button ? (
            <LookFields
              look={button}
              colors={buttonColors}
              brand={colors}
              onChange={(changes) => onChange(() => ({ button: { ...button, ...changes } }))}
            />
          ) : null}
          <Weak kit={kit} on={['button']} />
          <SwitchRow
            label={t(words.ownCard)}
            checked={card !== null}
            onChange={(on) => onChange((now) => ({ card: on ? firstCard(now) : null }))}
          />
          {card ? (
            <LookFields
              look={card}
              colors={cardColors}
              brand={colors}
              onChange={(changes) => onChange(() => ({ card: { ...card, ...changes } }))}
            />
          ) : null}
          <Weak kit={kit} on={['card', 'option']} />
        </>
      ) : (
        <>
          <dl className={css.lookFacts}>
            <dt>{t(words.button)}</dt>
            <dd>{cornersOf(button)}</dd>
            <dt>{t(words.card)}</dt>
            <dd>{cornersOf(card)}</dd>
          </dl>
          <Weak kit={kit} on={['button', 'card', 'option']} />
        </>
      )}
    </PanelSection>
  );
}
