import type { DesignIdea } from './design.ts';
import { box, inked, swipeUp, wide } from './looks.ts';

const site = 'https://skylark.example';
const night = {
  background: '#17113c',
  text_color: '#ffffff',
  option_color: '#2b2163',
  accent_color: '#ffc94a',
} as const;
const round = { text_font: 'space-grotesk', radius: 20 } as const;
const link = { text_font: 'space-grotesk', ...inked('#10233f') } as const;

/** The designs of Skylark Isles. */
export const gameDesigns: readonly DesignIdea[] = [
  {
    group: 'First flight',
    story: 0,
    studio: () => ({
      version: 1,
      duration_ms: 9000,
      pollData: [
        {
          id: 'flown-before',
          ...wide(404, 200),
          ...round,
          font_size: 18,
          question: 'Have you flown before?',
          options: [{ text: 'First time' }, { text: 'Show me the levels' }, { text: 'Skip the lessons' }],
        },
      ],
    }),
    first: { 'flown-before': { question: 'Did you fly before?', radius: 8 } },
    ways: {
      rules: [
        { component_id: 'flown-before', values: ['B'], to: 5 },
        { component_id: 'flown-before', values: ['C'], to: 'end' },
      ],
    },
    answers: { 'flown-before': { share: 0.52, weights: [46, 38, 16] } },
  },
  {
    group: 'First flight',
    story: 4,
    studio: () => ({
      version: 1,
      duration_ms: 10_000,
      quizData: [
        {
          id: 'moths-lead',
          ...wide(352, 224),
          ...round,
          font_size: 18,
          question: 'Where do moths lead?',
          options: [{ text: 'Breeze Meadow' }, { text: 'Moonlit Path' }, { text: 'Cinder Stairs' }],
          correct: 'B',
          explanation: 'They fly towards the moon, and so do coins.',
        },
      ],
    }),
    first: { 'moths-lead': { explanation: 'They fly towards the moon.' } },
    ways: { rules: [{ component_id: 'moths-lead', values: ['B'], to: 6 }] },
    answers: { 'moths-lead': { share: 0.44, weights: [21, 64, 15] } },
  },
  {
    group: 'Ice & Fire Cup',
    story: 1,
    studio: () => ({
      version: 1,
      duration_ms: 9000,
      pollData: [
        {
          id: 'who-takes-it',
          ...wide(392, 174),
          ...round,
          font_size: 20,
          question: 'Who takes the cup?',
          options: [
            { text: 'Ice team', color: '#2f9bd8' },
            { text: 'Fire team', color: '#e0483e' },
          ],
        },
      ],
      ctaData: [swipeUp('join-the-cup', 'Join', `${site}/events/now`, link)],
    }),
    first: { 'who-takes-it': { options: [{ text: 'Team Ice' }, { text: 'Team Fire' }] } },
    ways: {
      rules: [
        { component_id: 'who-takes-it', values: ['A'], to: 6 },
        { component_id: 'who-takes-it', values: ['B'], to: 7 },
      ],
    },
    answers: { 'who-takes-it': { share: 0.61, weights: [58, 42] } },
  },
  {
    group: 'Ice & Fire Cup',
    story: 6,
    studio: () => ({
      version: 1,
      ctaData: [swipeUp('my-rank-ice', 'See my rank', `${site}/ranks`, link)],
    }),
    ways: { rules: [], next: 8 },
  },
  {
    group: 'Ice & Fire Cup',
    story: 8,
    studio: () => ({
      version: 1,
      reactionData: [
        {
          id: 'cup-mood',
          ...box(40, 500, 280, 68),
          background: '#ffffffee',
          radius: 34,
          font_size: 34,
          show_total: false,
          emojis: ['❄️', '🔥', '🏆'],
        },
      ],
    }),
    answers: { 'cup-mood': { share: 0.38, weights: [34, 41, 25] } },
  },
  {
    group: 'Lagoon season',
    story: 0,
    studio: (inDays) => ({
      version: 1,
      countdownData: [
        {
          id: 'season-ends',
          ...wide(396, 168),
          ...night,
          ...round,
          background: '#ffffff',
          text_color: '#10233f',
          option_color: '#e7f6f1',
          accent_color: '#0d4a6b',
          font_size: 19,
          title: 'Season ends in',
          units: ['days', 'hours', 'minutes'],
          ts_end: inDays(9.606),
          end_text: 'The season is over. See you in the next one!',
          reminder: true,
        },
      ],
      ctaData: [swipeUp('play-as-pip', 'Play now', `${site}/heroes/pip`, link)],
    }),
    first: { 'season-ends': { title: 'Season 5 ends in', units: ['days', 'hours'] } },
  },
  {
    group: 'Moon festival',
    story: 4,
    studio: () => ({
      version: 1,
      textData: [
        {
          id: 'tonight-only',
          ...box(196, 376, 150, 44),
          rotation: 9,
          z_index: 1,
          start_time: 700,
          text: 'tonight only!',
          text_font: 'caveat',
          text_weight: 700,
          text_color: '#17113c',
          background: '#ffc94a',
          radius: 8,
          font_size: 26,
        },
      ],
      ratingData: [
        {
          id: 'rate-lanterns',
          ...wide(424, 136),
          ...night,
          ...round,
          font_size: 19,
          question: 'How bright was your flight?',
        },
      ],
      ctaData: [swipeUp('collect-daily', 'Collect', `${site}/daily`, { text_font: 'space-grotesk' })],
    }),
    answers: { 'rate-lanterns': { share: 0.35, weights: [3, 5, 14, 31, 47] } },
  },
];
