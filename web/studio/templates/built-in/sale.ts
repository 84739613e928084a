import { builtInTemplateWords } from '../../../dashboard/words/built-in-templates.en.ts';
import type { BuiltInTemplate } from '../built-in-template.ts';
import { buttonPart, chipPart, swipePart, templateDesign, wordsPart } from '../design-parts.ts';

const headline = { text_font: 'space-grotesk', text_weight: 700 } as const;

/** Templates for a lower price. */
export const saleTemplates: readonly BuiltInTemplate[] = [
  {
    id: 'sale-opens',
    category: 'sale',
    title: builtInTemplateWords.saleOpens,
    picture: new URL('../pictures/sale-opens.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#f5a623', alt: 'A blue sneaker on amber ground' },
      chipPart('ONLY THIS WEEKEND', [24, 84, 158, 28], { background: '#2b1600', text_color: '#ffe7ad' }),
      wordsPart('Up to', [24, 122, 300, 48], { ...headline, font_size: 42, text_color: '#2b1600' }),
      wordsPart('30% off', [24, 166, 312, 96], { ...headline, font_size: 82, text_color: '#2b1600' }),
      wordsPart('More than 600 pairs.\nNo code, no catch.', [24, 268, 300, 48], {
        font_size: 18,
        text_color: '#3d2000',
      }),
      swipePart('Shop the sale', { text_size: 3 }),
    ),
  },
  {
    id: 'sale-midnight',
    category: 'sale',
    title: builtInTemplateWords.saleMidnight,
    picture: new URL('../pictures/sale-midnight.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#22195a', alt: 'A sneaker and a bag under a full moon' },
      wordsPart('MIDNIGHT', [24, 78, 312, 88], { text_font: 'oswald', text_weight: 700, font_size: 76 }),
      wordsPart('MARKDOWN', [24, 163, 200, 50], {
        text_font: 'oswald',
        text_weight: 700,
        font_size: 40,
        text_color: '#ffd977',
      }),
      wordsPart('Lower at 12.\nBack up by breakfast.', [24, 226, 180, 48], { font_size: 16, text_color: '#e4dcff' }),
      buttonPart('See what drops', [64, 566, 232, 54], { background: '#ffd257', text_color: '#1c1148', text_size: 2 }),
    ),
  },
  {
    id: 'sale-members',
    category: 'sale',
    title: builtInTemplateWords.saleMembers,
    picture: new URL('../pictures/sale-members.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#0a3a2d', alt: 'Two golden tickets' },
      chipPart('FOR MEMBERS', [24, 92, 118, 28], { background: '#f0c768', text_color: '#14291f' }),
      wordsPart('Two days', [24, 128, 312, 72], { text_font: 'playfair-display', text_weight: 700, font_size: 56 }),
      wordsPart('early', [24, 196, 312, 80], {
        text_font: 'playfair-display',
        text_weight: 700,
        font_size: 64,
        text_color: '#f5d68a',
      }),
      wordsPart('Your price until Thursday,\nbefore it’s everyone’s.', [24, 290, 300, 50], {
        font_size: 18,
        text_color: '#d9efe4',
      }),
      buttonPart('Go in', [64, 566, 232, 54], { background: '#f0c768', text_color: '#14291f', text_size: 3 }),
    ),
  },
  {
    id: 'sale-gifts',
    category: 'sale',
    title: builtInTemplateWords.saleGifts,
    picture: new URL('../pictures/sale-gifts.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#a81a3f', alt: 'Wrapped presents and a burning candle' },
      chipPart('GIFT GUIDE', [24, 88, 108, 28], { text_color: '#8d1233' }),
      wordsPart('Wrapped', [24, 126, 312, 73], { ...headline, font_size: 66 }),
      wordsPart('& ready', [24, 196, 312, 80], { ...headline, font_size: 66, text_color: '#ffd9a0' }),
      wordsPart('Order by six, delivered tomorrow,\nwith a card in your words.', [24, 286, 310, 50], { font_size: 18 }),
      swipePart('Find a gift', { text_size: 3 }),
    ),
  },
];
