import { type Rgb, rgbOf } from '#contracts/studio/check/contrast.ts';
import type { LightRange } from '../brand-colors.ts';
import type { LogoPlace } from '../in-brand.ts';

type Range = readonly [dark: string, light: string];

/** Where a template's picture has room for a logo, and what of it lies behind words, by component. */
interface PictureFacts {
  logo: readonly [x: number, y: number, width: number, height: number, on: LogoPlace['on']] | null;
  behind: Readonly<Record<string, Range>>;
}

const facts: Readonly<Record<string, PictureFacts>> = {
  'sale-opens': {
    logo: [232, 84, 104, 28, 'light'],
    behind: {
      'template-5': ['#c05a04', '#cf6b0b'],
      'template-2': ['#fbc749', '#fdd675'],
      'template-3': ['#fbc043', '#fcd16e'],
      'template-4': ['#fbbd3e', '#fdc959'],
    },
  },
  'sale-midnight': {
    logo: null,
    behind: {
      'template-1': ['#13123e', '#161545'],
      'template-2': ['#161545', '#19154a'],
      'template-3': ['#1a154e', '#413758'],
    },
  },
  'sale-members': {
    logo: [232, 92, 104, 28, 'dark'],
    behind: {
      'template-2': ['#0e4738', '#22634b'],
      'template-3': ['#0b3d2e', '#1b503e'],
      'template-4': ['#0a382b', '#134031'],
    },
  },
  'sale-gifts': {
    logo: [232, 88, 104, 28, 'dark'],
    behind: {
      'template-5': ['#770e2b', '#921436'],
      'template-2': ['#bf2046', '#ca3557'],
      'template-3': ['#b51e41', '#c23051'],
      'template-4': ['#af1c40', '#b8274a'],
    },
  },
  'product-one': {
    logo: [256, 72, 80, 28, 'light'],
    behind: {
      'template-1': ['#b6d3f2', '#d1e8f9'],
    },
  },
  'product-look': {
    logo: null,
    behind: {
      'template-1': ['#f4e3cd', '#f8efe2'],
    },
  },
  'product-new': {
    logo: [232, 84, 104, 28, 'light'],
    behind: {
      'template-6': ['#bdceef', '#f9e6c3'],
      'template-2': ['#ffc1a6', '#fff0da'],
    },
  },
  'product-care': {
    logo: null,
    behind: {
      'template-1': ['#f2dccb', '#faeadd'],
    },
  },
  'poll-this-or-that': {
    logo: null,
    behind: {
      'template-1': ['#127780', '#147e86'],
      'template-2': ['#e0522b', '#f0aa94'],
    },
  },
  'quiz-coffee': {
    logo: null,
    behind: {
      'template-1': ['#eed6b7', '#f6e9d9'],
    },
  },
  'poll-restock': {
    logo: [240, 76, 96, 28, 'dark'],
    behind: {
      'template-1': ['#6749d3', '#7d63e7'],
    },
  },
  'reaction-mood': {
    logo: [24, 66, 104, 26, 'light'],
    behind: {
      'template-1': ['#ff7c77', '#ff8072'],
      'template-2': ['#ff777e', '#ff7c77'],
    },
  },
  'countdown-launch': {
    logo: [160, 84, 104, 28, 'dark'],
    behind: {
      'template-2': ['#1a0e49', '#2e1f6d'],
      'template-3': ['#1f1254', '#463191'],
    },
  },
  'countdown-last-call': {
    logo: [232, 84, 104, 28, 'dark'],
    behind: {
      'template-2': ['#5f2db7', '#6e3fc1'],
      'template-3': ['#592aae', '#673cba'],
    },
  },
  'countdown-date': {
    logo: [128, 66, 104, 26, 'light'],
    behind: {
      'template-1': ['#faecdf', '#f9eee0'],
      'template-2': ['#e58e75', '#e79378'],
    },
  },
  'countdown-winter': {
    logo: null,
    behind: {
      'template-4': ['#d4e6f4', '#dfedf8'],
      'template-1': ['#c4e3f8', '#c9e6f8'],
      'template-2': ['#cbe5fa', '#cfeafc'],
    },
  },
  'editorial-thing': {
    logo: [24, 76, 112, 32, 'dark'],
    behind: {
      'template-3': ['#c8dacb', '#ccdfcf'],
      'template-1': ['#d5e2d7', '#dfeadf'],
      'template-2': ['#cfdfd0', '#d2e3d4'],
    },
  },
  'editorial-quote': {
    logo: [232, 84, 104, 28, 'dark'],
    behind: {
      'template-1': ['#20212c', '#21242e'],
      'template-2': ['#1b1e26', '#222433'],
      'template-3': ['#1c1c25', '#312328'],
    },
  },
  'editorial-steps': {
    logo: null,
    behind: {
      'template-1': ['#f4c165', '#f4e7d3'],
      'template-2': ['#f2e5d0', '#f3e7cf'],
    },
  },
  'editorial-notes': {
    logo: null,
    behind: {
      'template-4': ['#501240', '#5c1745'],
      'template-1': ['#ffa47a', '#ffae83'],
      'template-2': ['#ff9f76', '#ffa47a'],
      'template-3': ['#641847', '#731e4d'],
    },
  },
  'rating-fit': {
    logo: [246, 84, 90, 28, 'light'],
    behind: {
      'template-2': ['#caeada', '#e6f5ee'],
    },
  },
  'rating-said': {
    logo: [232, 84, 104, 28, 'light'],
    behind: {
      'template-2': ['#f3e2ca', '#f9ead8'],
    },
  },
  'rating-delivery': {
    logo: [232, 80, 104, 28, 'dark'],
    behind: {
      'template-1': ['#1a48c3', '#2455cb'],
      'template-2': ['#1d4cc3', '#3160d4'],
    },
  },
  'rating-taste': {
    logo: null,
    behind: {
      'template-1': ['#fed1dc', '#ffd4de'],
      'template-2': ['#ffceda', '#fee2e7'],
    },
  },
};
const known = new Map(Object.entries(facts));

/** What lies behind the words of a built-in template, by component; empty for one that is not known. */
export const behindWords = (templateId: string): ReadonlyMap<string, LightRange> =>
  new Map(
    Object.entries(known.get(templateId)?.behind ?? {}).map(([id, range]) => {
      const [dark, light] = range.map(rgbOf) as [Rgb, Rgb];
      return [id, { dark, light }];
    }),
  );

/** Where the picture of a built-in template has room for a logo; null where it has none. */
export function placeOfLogo(templateId: string): LogoPlace | null {
  const place = known.get(templateId)?.logo;
  if (!place) return null;
  const [x, y, width, height, on] = place;
  return { box: { x, y, width, height }, on };
}
