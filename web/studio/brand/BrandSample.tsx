import { useMemo } from 'react';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { blankDesign, withComponent } from '#contracts/studio/blank.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { DesignLayer } from '../../dashboard/designs/DesignLayer.tsx';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { newComponent } from '../palette/new-component.ts';
import type { PaletteItem } from '../palette/palette-items.ts';
import { nearestBrand, plainInks } from '../templates/brand-colors.ts';
import css from './Brand.module.css';

/** Where the middle of each part of the sample is, in canvas units. */
const parts: readonly [PaletteItem, number][] = [
  ['text', 40],
  ['poll', 144],
  ['button', 248],
];
const ground = '#e7e7f0';

/** A headline, a poll and a button as the palette makes them for this kit. */
function sampleOf(kit: BrandKit): Studio {
  const headline =
    nearestBrand(
      plainInks[0],
      kit.colors.map(({ value }) => value.slice(0, 7)),
    ) ?? plainInks[0];
  return parts.reduce(
    (design: Studio, [item, y]) => {
      const at = { x: 180, y };
      const { kind, component } = newComponent(design, { id: `sample-${item}`, item, now: 0, brand: kit, at });
      const own = kind === 'text' ? { ...component, text: t(words.sampleHeadline), text_color: headline } : component;
      return withComponent(design, kind, own);
    },
    { ...blankDesign(), background: ground },
  );
}

/** What new components look like in a kit, drawn by what draws stories. */
export function BrandSample({ kit }: { kit: BrandKit }) {
  const studio = useMemo(() => sampleOf(kit), [kit]);
  return (
    <div className={css.sample} role="img" aria-label={t(words.sample)}>
      <div className={css.sampleCanvas}>
        <DesignLayer studio={studio} src={null} width={300} />
      </div>
    </div>
  );
}
