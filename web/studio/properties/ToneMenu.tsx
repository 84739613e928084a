import { Menu } from '../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem } from '../../dashboard/kit/overlays/MenuItem.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './EmojiPicker.module.css';
import { type SkinTone, skinTones, withTone } from './skin-tones.ts';

const hand = '✋';
const names = {
  none: studioPropertyWords.toneNone,
  light: studioPropertyWords.toneLight,
  'medium-light': studioPropertyWords.toneMediumLight,
  medium: studioPropertyWords.toneMedium,
  'medium-dark': studioPropertyWords.toneMediumDark,
  dark: studioPropertyWords.toneDark,
} as const;

/** The tone of skin in which emoji are offered. */
export function ToneMenu({ tone, onChange }: { tone: SkinTone; onChange: (tone: SkinTone) => void }) {
  return (
    <Menu
      label={t(studioPropertyWords.tones)}
      align="end"
      trigger={
        <button type="button" className={css.tone} aria-label={t(studioPropertyWords.toneIs, { tone: t(names[tone]) })}>
          {withTone(hand, tone)}
        </button>
      }
    >
      {skinTones.map((one) => (
        <MenuItem
          key={one}
          icon={<span className={css.hand}>{withTone(hand, one)}</span>}
          selected={one === tone}
          onSelect={() => onChange(one)}
        >
          {t(names[one])}
        </MenuItem>
      ))}
    </Menu>
  );
}
