import { CircleCheck, Plus, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { contrastSaid } from '#contracts/studio/check/advise-contrast.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { PanelSection } from '../properties/fields/PanelSection.tsx';
import css from './Brand.module.css';
import { ColorRows, type ColorRowsProps } from './BrandColorRows.tsx';
import { colorPairs } from './brand-pairs.ts';
import type { BrandPart } from './brand-part.ts';
import { readableOn } from './kit-edits.ts';

/** So many pairs are named at once. */
const mostNamed = 4;

function Pairs({ colors }: { colors: BrandPart['kit']['colors'] }) {
  const { all, large } = colorPairs(colors);
  if (all === 0) return null;
  const few = large.length > 0;
  return (
    <div className={css.pairs} data-few={few || undefined}>
      <p className={css.pairsHead}>
        {few ? <TriangleAlert size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
        {few ? t(words.pairsLarge, { count: large.length, all }) : t(words.pairsFine)}
      </p>
      <ul>
        {large.slice(0, mostNamed).map(({ one, other, ratio }) => (
          <li key={`${one} ${other}`}>{t(words.pair, { one, other, ratio: contrastSaid(ratio) })}</li>
        ))}
        {large.length > mostNamed ? <li>{t(words.morePairs, { count: large.length - mostNamed })}</li> : null}
      </ul>
    </div>
  );
}

/** Properties of the BrandColors, as of a part of the kit; `ids` are those of its colors while it is changed. */
export interface BrandColorsProps extends BrandPart, Pick<ColorRowsProps, 'ids' | 'faults'> {}

/** The colors of the brand, with those of their pairs that only large words can be written in. */
export function BrandColors({ kit, ids, faults, onChange }: BrandColorsProps) {
  const { colors } = kit;
  const most = limits.brandColors;
  const add = () => {
    const place = colors.length + 1;
    onChange?.(() => ({ colors: [...colors, { name: t(words.newColor, { place }), value: '#5b3df5' }] }));
  };
  return (
    <PanelSection title={t(words.colors)} end={t(words.colorCount, { count: colors.length, most })}>
      {colors.length === 0 ? <p className="t-caption">{t(words.noColors)}</p> : null}
      {onChange ? (
        <>
          <ColorRows
            colors={colors}
            ids={ids}
            faults={faults}
            onChange={(next) => onChange(() => ({ colors: next }))}
          />
          {colors.length < most ? (
            <Button size="small" variant="link" className={css.add} icon={<Plus size={16} aria-hidden />} onClick={add}>
              {t(words.addColor)}
            </Button>
          ) : null}
        </>
      ) : (
        <ul className={css.swatches}>
          {colors
            .map((color, at) => ({ ...color, id: String(at) }))
            .map(({ id, name, value }) => (
              <li key={id} className={css.swatch}>
                <span
                  className={css.swatchColor}
                  style={{ '--ground': value, '--ink': readableOn(value) } as CSSProperties}
                  aria-hidden
                >
                  Aa
                </span>
                <span className={`${css.swatchName} truncate`}>{name}</span>
                <span className="t-caption num">{value}</span>
              </li>
            ))}
        </ul>
      )}
      <Pairs colors={colors} />
    </PanelSection>
  );
}
