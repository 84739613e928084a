import { builtInTemplateWords } from '../../../dashboard/words/built-in-templates.en.ts';
import type { BuiltInTemplate } from '../built-in-template.ts';
import { pollPart, quizPart, reactionPart, templateDesign, wordsPart } from '../design-parts.ts';

const headline = { text_font: 'space-grotesk', text_weight: 700 } as const;

/** Templates that ask something. */
export const quizPollTemplates: readonly BuiltInTemplate[] = [
  {
    id: 'poll-this-or-that',
    category: 'quiz_poll',
    title: builtInTemplateWords.pollThisOrThat,
    picture: new URL('../pictures/poll-this-or-that.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#0f6f7c', alt: 'A boot on the left, a sneaker on the right' },
      wordsPart('This', [24, 76, 150, 72], { ...headline, font_size: 56 }),
      wordsPart('or that?', [150, 424, 186, 60], { ...headline, font_size: 42, text_align: 'end' }),
      pollPart(
        'Which one comes along?',
        [
          ['The boot', '#0f6f7c'],
          ['The runner', '#ef5a3c'],
        ],
        [24, 492, 312, 128],
        { font_size: 18 },
      ),
    ),
  },
  {
    id: 'quiz-coffee',
    category: 'quiz_poll',
    title: builtInTemplateWords.quizCoffee,
    picture: new URL('../pictures/quiz-coffee.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#6b3e1f', alt: 'A cup of coffee on a saucer', duration_ms: 9000 },
      wordsPart('Wide awake?', [24, 76, 312, 64], {
        text_font: 'playfair-display',
        text_weight: 700,
        font_size: 48,
        text_color: '#4a2610',
      }),
      quizPart(
        'Which cup has the most caffeine?',
        ['Espresso', 'Filter coffee', 'Cold brew'],
        'C',
        [24, 366, 312, 256],
        {
          font_size: 18,
          background: '#fffaf2',
          text_color: '#3a1f0d',
          option_color: '#f3e4cf',
          explanation: 'A glass of cold brew has about 200 mg.',
        },
      ),
    ),
  },
  {
    id: 'poll-restock',
    category: 'quiz_poll',
    title: builtInTemplateWords.pollRestock,
    picture: new URL('../pictures/poll-restock.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#3a1f9c', alt: 'Two shelves with a bag, lamps and headphones', duration_ms: 8000 },
      wordsPart('You pick', [24, 72, 312, 52], { ...headline, font_size: 42 }),
      pollPart('What should come back?', [['The tote'], ['The lamp'], ['The headphones']], [24, 414, 312, 208], {
        font_size: 17,
        background: '#241a5c',
        text_color: '#ffffff',
        option_color: '#3c3080',
        accent_color: '#ffb35c',
        show_total: false,
      }),
    ),
  },
  {
    id: 'reaction-mood',
    category: 'quiz_poll',
    title: builtInTemplateWords.reactionMood,
    picture: new URL('../pictures/reaction-mood.webp', import.meta.url).href,
    studio: templateDesign(
      { background: '#ff6f8e', alt: 'The sun rises behind purple hills' },
      wordsPart('How does', [24, 96, 312, 53], { ...headline, font_size: 44, text_color: '#4a1238' }),
      wordsPart('Monday feel?', [24, 146, 312, 60], { ...headline, font_size: 44, text_color: '#4a1238' }),
      reactionPart(['😴', '🙂', '😎', '🔥', '🚀'], [24, 544, 312, 72], { background: '#ffffff', radius: 36 }),
    ),
  },
];
