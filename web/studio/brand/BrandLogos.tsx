import { ImagePlus, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { luminanceOf, rgbOf } from '#contracts/studio/check/contrast.ts';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { usePickPicture } from '../page/use-pick-picture.ts';
import { PanelSection } from '../properties/fields/PanelSection.tsx';
import { plainInks } from '../templates/brand-colors.ts';
import css from './Brand.module.css';
import type { BrandPart } from './brand-part.ts';

const lightOf = (color: string): number => luminanceOf(rgbOf(color));

/** What the logos lie on: white, and the darkest color of the brand where it is dark. */
function groundsOf({ colors }: BrandPart['kit']): { light: string; dark: string } {
  const [ink, paper] = plainInks;
  const darkest = colors.map(({ value }) => value.slice(0, 7)).sort((one, other) => lightOf(one) - lightOf(other))[0];
  return { light: paper, dark: darkest && lightOf(darkest) < 0.1 ? darkest : ink };
}

const sides = [
  { side: 'light', on: words.onLight, choose: words.chooseLogo, remove: words.removeLogo },
  { side: 'dark', on: words.onDark, choose: words.chooseDark, remove: words.removeDark },
] as const;

/** The logo on light and on dark; a click on one chooses a picture of the device. */
export function BrandLogos({ kit, onChange }: BrandPart) {
  const pickPicture = usePickPicture();
  const grounds = groundsOf(kit);
  const choose = async (side: 'light' | 'dark') => {
    const picked = await pickPicture();
    if (picked) onChange?.(({ logo }) => ({ logo: { ...logo, [side]: picked.src } }));
  };
  return (
    <PanelSection title={t(words.logo)} end={t(words.logoHint)}>
      <div className={css.logos}>
        {sides.map(({ side, on, choose: label, remove }) => {
          const src = kit.logo[side];
          const picture = src ? (
            <img className={css.logo} src={src} alt={onChange ? '' : t(on)} />
          ) : (
            <span className={css.noLogo}>{onChange ? <ImagePlus size={20} aria-hidden /> : t(words.noLogo)}</span>
          );
          return (
            <div key={side} className={css.logoPlace}>
              <div
                className={css.logoTile}
                data-on={side}
                style={
                  { '--ground': grounds[side], '--ink': grounds[side === 'light' ? 'dark' : 'light'] } as CSSProperties
                }
              >
                {onChange ? (
                  <button
                    type="button"
                    className={css.logoButton}
                    aria-label={t(label)}
                    onClick={() => void choose(side)}
                  >
                    {picture}
                  </button>
                ) : (
                  picture
                )}
              </div>
              <div className={css.logoFoot}>
                <span className="t-caption">{t(on)}</span>
                {onChange && src ? (
                  <IconButton
                    size="small"
                    label={t(remove)}
                    icon={<X />}
                    onClick={() => onChange(({ logo }) => ({ logo: { ...logo, [side]: null } }))}
                  />
                ) : null}
              </div>
            </div>
          );
        })}
      </div>
    </PanelSection>
  );
}
