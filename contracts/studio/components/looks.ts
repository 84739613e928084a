import { z } from 'zod';
import { fontNames } from '../fonts.ts';
import { studioLimits } from '../limits.ts';
import { designColor, wholeNumber } from './base.ts';

interface Start {
  textColor: string;
  background: string | null;
  radius: number;
  weight: 400 | 700;
}

const looks = ({ textColor, background, radius, weight }: Start) => ({
  text_color: designColor.default(textColor),
  text_font: z.enum(fontNames).default('inter'),
  text_weight: z.literal([400, 700]).default(weight),
  text_align: z.enum(['start', 'center', 'end']).default('center'),
  background: designColor.nullable().default(background),
  radius: wholeNumber(studioLimits.radius, radius),
});

/** In canvas units. */
const fontSize = { font_size: wholeNumber(studioLimits.fontSize, 16) };

/** The looks of a button or a swipe: `text_size` is one of five steps, `textSizes` says which. */
export const ctaLooks = {
  ...looks({ textColor: '#ffffff', background: null, radius: 0, weight: 700 }),
  text_size: wholeNumber(studioLimits.textSize, 2),
};

/** The looks of a text. */
export const textLooks = { ...looks({ textColor: '#ffffff', background: null, radius: 0, weight: 400 }), ...fontSize };

/** The looks of a card, the box in which something is asked or told. */
export const cardLooks = {
  ...looks({ textColor: '#17162b', background: '#ffffff', radius: 12, weight: 400 }),
  ...fontSize,
  option_color: designColor.default('#f1f1f7'),
  accent_color: designColor.default('#5b3df5'),
};
