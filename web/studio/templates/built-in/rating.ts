import { builtInTemplateWords } from '../../../dashboard/words/built-in-templates.en.ts';
import type { BuiltInTemplate } from '../built-in-template.ts';
import { chipPart, ratingPart, reactionPart, templateDesign, wordsPart } from '../design-parts.ts';

const headline = { text_font: 'space-grotesk', text_weight: 700 } as const;

/** Templates that ask for stars. */
export const ratingTemplates: readonly BuiltInTemplate[] = [
  {
    id: 'rating-fit',
    category: 'rating',
    title: builtInTemplateWords.ratingFit,
    picture: new URL('../pictures/rating-fit.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#a6dcc4', alt: 'A red sneaker' },
      chipPart('YOU WORE THEM FOR A WEEK', [24, 84, 206, 28], { background: '#16624c', text_color: '#ffffff' }),
      wordsPart('Still in love?', [24, 122, 320, 64], { ...headline, font_size: 46, text_color: '#0d3f31' }),
      ratingPart('How do they fit?', [24, 484, 312, 136], {
        font_size: 20,
        accent_color: '#e0573c',
        text_color: '#0d3f31',
      }),
    ),
  },
  {
    id: 'rating-said',
    category: 'rating',
    title: builtInTemplateWords.ratingSaid,
    picture: new URL('../pictures/rating-said.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#c23f26', alt: 'Round glasses' },
      chipPart('SAID BY CUSTOMERS', [24, 84, 150, 28], { background: '#4a160b', text_color: '#ffffff' }),
      wordsPart('“I forgot\nI wore them”', [24, 392, 312, 100], { ...headline, font_size: 40, text_color: '#4a160b' }),
      ratingPart('And yours?', [24, 496, 312, 126], { font_size: 18, accent_color: '#c23f26', text_color: '#4a160b' }),
    ),
  },
  {
    id: 'rating-delivery',
    category: 'rating',
    title: builtInTemplateWords.ratingDelivery,
    picture: new URL('../pictures/rating-delivery.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#0e2d8c', alt: 'A parcel in a hurry' },
      wordsPart('Here', [24, 76, 312, 65], { ...headline, font_size: 58 }),
      wordsPart('in two days', [24, 138, 312, 56], { ...headline, font_size: 42, text_color: '#ffd36b' }),
      ratingPart('How did delivery go?', [24, 480, 312, 140], {
        font_size: 20,
        background: '#081a55',
        text_color: '#ffffff',
        accent_color: '#ffd36b',
      }),
    ),
  },
  {
    id: 'rating-taste',
    category: 'rating',
    title: builtInTemplateWords.ratingTaste,
    picture: new URL('../pictures/rating-taste.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#ffb3c6', alt: 'A slice of cake with a cherry' },
      wordsPart('Worth', [24, 72, 312, 66], {
        text_font: 'playfair-display',
        text_weight: 700,
        font_size: 46,
        text_align: 'center',
        text_color: '#6b1230',
      }),
      wordsPart('the crumbs?', [24, 126, 312, 66], {
        text_font: 'playfair-display',
        text_weight: 700,
        font_size: 46,
        text_align: 'center',
        text_color: '#6b1230',
      }),
      ratingPart('Rate the cherry cake', [24, 412, 312, 132], {
        font_size: 18,
        accent_color: '#d8344f',
        text_color: '#6b1230',
      }),
      reactionPart(['😋', '🤤', '😐', '🙈'], [56, 556, 248, 64], { radius: 32 }),
    ),
  },
];
