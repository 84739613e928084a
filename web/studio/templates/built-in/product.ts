import { builtInTemplateWords } from '../../../dashboard/words/built-in-templates.en.ts';
import type { BuiltInTemplate } from '../built-in-template.ts';
import { chipPart, swipePart, tagPart, templateDesign, wordsPart } from '../design-parts.ts';

const headline = { text_font: 'space-grotesk', text_weight: 700 } as const;
const [coat, sneaker, backpack, lamp, bottle] = [
  new URL('../pictures/tile-coat.webp', import.meta.url).href,
  new URL('../pictures/tile-sneaker.webp', import.meta.url).href,
  new URL('../pictures/tile-backpack.webp', import.meta.url).href,
  new URL('../pictures/tile-lamp.webp', import.meta.url).href,
  new URL('../pictures/tile-bottle.webp', import.meta.url).href,
];
const onWall = { font_size: 14, radius: 14 };

/** Templates that show what is for sale. */
export const productTemplates: readonly BuiltInTemplate[] = [
  {
    id: 'product-one',
    category: 'product',
    title: builtInTemplateWords.productOne,
    picture: new URL('../pictures/product-one.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#a9cdef', alt: 'A blue coat on a hanger' },
      wordsPart('Wool,\nmade light', [24, 76, 240, 96], { ...headline, font_size: 38, text_color: '#0f2c5c' }),
      tagPart(['coat-1', 'Wool overshirt', '€139'], [24, 528, 312, 84], { media: coat, font_size: 20, radius: 20 }),
    ),
  },
  {
    id: 'product-look',
    category: 'product',
    title: builtInTemplateWords.productLook,
    picture: new URL('../pictures/product-look.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#ead3b5', alt: 'A red coat on a rail, boots and a backpack below' },
      wordsPart('The whole look', [24, 72, 320, 52], { ...headline, font_size: 38, text_color: '#3b2413' }),
      tagPart(['coat-2', 'Field coat', '€189'], [24, 216, 128, 52], { ...onWall, dot: { x: 178, y: 244 } }),
      tagPart(['boot-1', 'Ridge boot', '€159'], [24, 572, 136, 52], { ...onWall, dot: { x: 112, y: 512 } }),
      tagPart(['backpack-1', 'Day pack', '€98'], [200, 572, 136, 52], { ...onWall, dot: { x: 272, y: 480 } }),
    ),
  },
  {
    id: 'product-new',
    category: 'product',
    title: builtInTemplateWords.productNew,
    picture: new URL('../pictures/product-new.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#fff3df', alt: 'Circles in soft colors' },
      chipPart('NEW THIS WEEK', [24, 84, 132, 28], { background: '#2b2140', text_color: '#ffe2c4' }),
      wordsPart('Fresh\non the shelf', [24, 120, 312, 120], { ...headline, font_size: 46, text_color: '#2b2140' }),
      tagPart(['sneaker-1', 'Harbor runner', '€89'], [24, 256, 312, 92], { media: sneaker, font_size: 20, radius: 22 }),
      tagPart(['backpack-2', 'Day pack 18 L', '€98'], [24, 360, 312, 92], {
        media: backpack,
        font_size: 20,
        radius: 22,
      }),
      tagPart(['lamp-1', 'Heron lamp', '€149'], [24, 464, 312, 92], { media: lamp, font_size: 20, radius: 22 }),
      swipePart('See all new', { text_color: '#2b2140', text_size: 2 }),
    ),
  },
  {
    id: 'product-care',
    category: 'product',
    title: builtInTemplateWords.productCare,
    picture: new URL('../pictures/product-care.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#edc6ac', alt: 'A dropper bottle and a jar on a stand', duration_ms: 8000 },
      wordsPart('Glow,\nwithout shine', [24, 76, 312, 116], {
        text_font: 'playfair-display',
        text_weight: 700,
        font_size: 44,
        text_color: '#4a2415',
      }),
      chipPart('Vitamin C, 10%', [204, 232, 132, 34], {
        text_color: '#4a2415',
        font_size: 14,
        radius: 17,
        start_time: 800,
      }),
      chipPart('No perfume', [204, 276, 132, 34], {
        text_color: '#4a2415',
        font_size: 14,
        radius: 17,
        start_time: 1600,
      }),
      chipPart('Refill for life', [204, 320, 132, 34], {
        text_color: '#4a2415',
        font_size: 14,
        radius: 17,
        start_time: 2400,
      }),
      tagPart(['serum-1', 'Morning serum', '€38'], [24, 544, 312, 76], {
        media: bottle,
        font_size: 18,
        old_price: '€45',
        text_color: '#4a2415',
      }),
    ),
  },
];
