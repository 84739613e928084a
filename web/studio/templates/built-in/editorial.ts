import { builtInTemplateWords } from '../../../dashboard/words/built-in-templates.en.ts';
import type { BuiltInTemplate } from '../built-in-template.ts';
import { swipePart, type TemplatePart, templateDesign, wordsPart } from '../design-parts.ts';

const serif = { text_font: 'lora', text_weight: 700 } as const;
/** A numbered line on a card, from a time of the story on. */
const stepParts = (number: string, words: string, y: number, start_time: number): TemplatePart[] => [
  wordsPart('', [24, y, 312, 72], { background: '#ffffff', radius: 20, start_time }),
  wordsPart(number, [44, y + 11, 32, 50], { ...serif, font_size: 36, text_color: '#b4541a', start_time }),
  wordsPart(words, [88, y + 16, 236, 40], { font_size: 20, text_weight: 700, text_color: '#4a2610', start_time }),
];

/** Templates that tell something. */
export const editorialTemplates: readonly BuiltInTemplate[] = [
  {
    id: 'editorial-thing',
    category: 'editorial',
    title: builtInTemplateWords.editorialThing,
    picture: new URL('../pictures/editorial-thing.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#12543c', alt: 'A yellow boot on a pale hill', duration_ms: 8000 },
      wordsPart('Resoled\nfour times', [24, 410, 312, 100], { ...serif, font_size: 40, text_color: '#0d3526' }),
      wordsPart('This pair left our bench in 2009 and comes back every other winter.', [24, 512, 312, 48], {
        font_size: 16,
        text_color: '#0d3526',
      }),
      swipePart('Read its story', { text_color: '#0d3526' }),
    ),
  },
  {
    id: 'editorial-quote',
    category: 'editorial',
    title: builtInTemplateWords.editorialQuote,
    picture: new URL('../pictures/editorial-quote.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#1c1d26', alt: 'Arches in red, amber and green' },
      wordsPart('“', [24, 74, 80, 96], {
        text_font: 'playfair-display',
        text_weight: 700,
        font_size: 96,
        text_color: '#ff9d7a',
      }),
      wordsPart('Buy less.\nKeep it longer.\nMend it once.', [24, 170, 312, 180], {
        text_font: 'playfair-display',
        text_weight: 700,
        font_size: 44,
      }),
      wordsPart('Ines, our first tailor', [24, 364, 312, 30], { font_size: 16, text_color: '#d5d6e0' }),
    ),
  },
  {
    id: 'editorial-steps',
    category: 'editorial',
    title: builtInTemplateWords.editorialSteps,
    picture: new URL('../pictures/editorial-steps.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#ecd7b6', alt: 'A cup of coffee and a croissant on a table', duration_ms: 10_000 },
      wordsPart('Better coffee', [24, 84, 312, 56], { ...serif, font_size: 42, text_color: '#4a2610' }),
      wordsPart('in three steps', [24, 136, 312, 36], { ...serif, font_size: 26, text_color: '#7a4216' }),
      ...stepParts('1', 'Grind it fresh', 196, 0),
      ...stepParts('2', 'Warm the cup', 280, 2500),
      ...stepParts('3', 'Wait four minutes', 364, 5000),
    ),
  },
  {
    id: 'editorial-notes',
    category: 'editorial',
    title: builtInTemplateWords.editorialNotes,
    picture: new URL('../pictures/editorial-notes.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#8d2453', alt: 'The sun sets behind red dunes', duration_ms: 8000 },
      wordsPart('WEEKEND', [24, 72, 312, 90], {
        text_font: 'oswald',
        text_weight: 700,
        font_size: 78,
        text_color: '#4c123f',
      }),
      wordsPart('NOTES, NO. 12', [24, 160, 312, 40], {
        text_font: 'oswald',
        text_weight: 700,
        font_size: 28,
        text_color: '#4c123f',
      }),
      wordsPart('A lake without a road\nSoup for two days\nThe album to drive to', [24, 444, 312, 100], {
        font_size: 20,
        text_weight: 700,
      }),
      swipePart('Read all three'),
    ),
  },
];
