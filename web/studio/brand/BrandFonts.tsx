import type { CSSProperties } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { type FontName, fontNames } from '#contracts/studio/fonts.ts';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { fontStack } from '../../player/render/font-stack.ts';
import { ChoiceField } from '../properties/fields/ChoiceField.tsx';
import { PanelSection } from '../properties/fields/PanelSection.tsx';
import { fontTitles } from '../properties/font-titles.ts';
import css from './Brand.module.css';
import type { BrandPart } from './brand-part.ts';
import { fontsFor } from './kit-edits.ts';

/** No font of the kit's own. */
const none = 'none';
type Choice = FontName | typeof none;

const chosen = (choice: Choice): FontName | null => (choice === none ? null : choice);

function Shown({ font, role, bold }: { font: FontName | undefined; role: string; bold: boolean }) {
  return (
    <li className={css.font}>
      <span
        className={css.fontSample}
        style={{ '--family': font ? fontStack(font) : 'inherit', '--weight': bold ? 700 : 400 } as CSSProperties}
        aria-hidden
      >
        Aa
      </span>
      <span>
        <span className={css.fontName}>{font ? fontTitles[font] : t(words.noFont)}</span>
        <span className="t-caption">{role}</span>
      </span>
    </li>
  );
}

/** The fonts of the brand: of headlines, and of all else. The sample of the looks loads them. */
export function BrandFonts({ kit, onChange }: BrandPart) {
  const [headlines, texts] = kit.fonts;
  const fonts = fontNames.map((font) => ({ value: font as Choice, label: fontTitles[font] }));
  return (
    <PanelSection title={t(words.fonts)} end={t(words.fontCount, { count: kit.fonts.length, most: limits.brandFonts })}>
      {onChange ? (
        <>
          <ChoiceField<Choice>
            label={t(words.headlines)}
            value={headlines ?? none}
            options={[{ value: none, label: t(words.noFont) }, ...fonts]}
            onChange={(choice) => onChange(() => ({ fonts: fontsFor(chosen(choice), texts ?? null) }))}
          />
          {headlines ? (
            <ChoiceField<Choice>
              label={t(words.texts)}
              value={texts ?? none}
              options={[{ value: none, label: t(words.sameFont) }, ...fonts]}
              onChange={(choice) => onChange(() => ({ fonts: fontsFor(headlines, chosen(choice)) }))}
            />
          ) : null}
        </>
      ) : (
        <ul className={css.fonts}>
          <Shown font={headlines} role={t(words.headlines)} bold />
          <Shown font={texts ?? headlines} role={t(words.texts)} bold={false} />
        </ul>
      )}
    </PanelSection>
  );
}
