import type { DesignIdea } from './design.ts';
import { box, inked, swipeUp, wide } from './looks.ts';

const site = 'https://meridian.example';
const paper = {
  background: '#fffdf8',
  text_color: '#1c1917',
  option_color: '#f3eee4',
  accent_color: '#a3162d',
  radius: 6,
} as const;
const title = { text_font: 'playfair-display' } as const;
const ink = inked('#1c1917');

/** The designs of The Meridian. */
export const newsDesigns: readonly DesignIdea[] = [
  {
    group: 'Matchday',
    story: 0,
    studio: () => ({
      version: 1,
      ratingData: [
        {
          id: 'rate-match',
          ...wide(412, 136),
          ...paper,
          text_font: 'oswald',
          font_size: 20,
          question: 'Rate the match',
        },
      ],
      ctaData: [swipeUp('read-match', 'Read more', `${site}/article/fjordvik-3-2-ashdale`, { text_font: 'oswald' })],
    }),
    first: { 'rate-match': { question: 'How was it?' } },
    answers: { 'rate-match': { share: 0.28, weights: [4, 6, 17, 38, 35] } },
  },
  {
    group: 'Science',
    story: 1,
    studio: () => ({
      version: 1,
      duration_ms: 10_000,
      quizData: [
        {
          id: 'near-side',
          ...wide(352, 216),
          ...paper,
          ...title,
          font_size: 18,
          question: 'Where was the water found?',
          options: [{ text: 'In a crater' }, { text: 'In grains of glass' }, { text: 'Under the dust' }],
          correct: 'B',
          explanation: 'Beads of glass, made by the heat of impacts, hold it.',
        },
      ],
      ctaData: [swipeUp('read-water', 'Read more', `${site}/article/water-on-the-near-side`, { ...title, ...ink })],
    }),
    answers: { 'near-side': { share: 0.33, weights: [44, 31, 25] } },
  },
  {
    group: 'Weekend away',
    story: 0,
    studio: () => ({
      version: 1,
      duration_ms: 9000,
      pollData: [
        {
          id: 'how-to-travel',
          ...wide(366, 204),
          ...paper,
          ...title,
          font_size: 18,
          question: 'What is your weekend?',
          options: [
            { text: 'On foot', color: '#3f6f4a' },
            { text: 'By slow train', color: '#a3162d' },
            { text: 'Under the stars', color: '#27406e' },
          ],
        },
      ],
      ctaData: [swipeUp('read-island', 'Read more', `${site}/article/an-island-with-one-bus`, { ...title, ...ink })],
    }),
    first: { 'how-to-travel': { question: 'How do you travel?' } },
    ways: {
      rules: [
        { component_id: 'how-to-travel', values: ['A'], to: 1 },
        { component_id: 'how-to-travel', values: ['B'], to: 3 },
        { component_id: 'how-to-travel', values: ['C'], to: 4 },
      ],
    },
    answers: { 'how-to-travel': { share: 0.46, weights: [37, 26, 37] } },
  },
  {
    group: 'Weekend away',
    story: 4,
    studio: () => ({
      version: 1,
      textData: [
        {
          id: 'line-of-dark',
          ...box(28, 318, 304, 84),
          start_time: 300,
          end_time: 6500,
          text: 'Turn off the lights.\nCount to one hundred.',
          ...title,
          text_weight: 700,
          text_align: 'start',
          font_size: 26,
        },
      ],
      ctaData: [
        swipeUp('read-dark', 'Read more', `${site}/article/where-the-night-is-still-dark`, { ...title, ...ink }),
      ],
    }),
    ways: { rules: [], next: 'end' },
  },
];
