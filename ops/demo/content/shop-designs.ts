import type { DesignIdea } from './design.ts';
import { box, inked, swipeUp, wide } from './looks.ts';

const site = 'https://nordvik.example';
const forest = { text_color: '#16301f', accent_color: '#1f6b45', option_color: '#eef3ee', radius: 14 } as const;
const serif = { text_font: 'lora' } as const;
const link = { ...serif, ...inked('#16301f') };

/** The designs of Nordvik. */
export const shopDesigns: readonly DesignIdea[] = [
  {
    group: 'Made to last',
    story: 1,
    studio: () => ({
      version: 1,
      imageData: [
        { id: 'made-to-last', media: 'shop/made-to-last', ...box(238, 84, 84, 84), rotation: 8, alt: 'A boot' },
      ],
      reactionData: [
        {
          id: 'patch-mood',
          ...box(40, 560, 280, 60),
          ...forest,
          background: '#ffffffee',
          radius: 30,
          font_size: 30,
          emojis: ['🧵', '👏', '🥇', '🌲'],
        },
      ],
    }),
    answers: { 'patch-mood': { share: 0.31, weights: [38, 29, 20, 13] } },
  },
  {
    group: 'Home & light',
    story: 4,
    studio: () => ({
      version: 1,
      ratingData: [
        {
          id: 'how-it-sits',
          ...wide(400, 164),
          ...forest,
          ...serif,
          accent_color: '#e08a00',
          font_size: 19,
          question: 'How does it sit?',
        },
      ],
      ctaData: [swipeUp('shop-seat', 'Shop now', `${site}/products/reading-seat`, link)],
    }),
    first: { 'how-it-sits': { question: 'How does it feel?', accent_color: '#1f6b45' } },
    answers: { 'how-it-sits': { share: 0.33, weights: [2, 4, 11, 36, 47] } },
  },
  {
    group: 'Rain ready',
    story: 0,
    studio: () => ({
      version: 1,
      duration_ms: 8000,
      productTagData: [
        {
          id: 'storm-shell',
          ...box(150, 330, 190, 60),
          ...forest,
          background: '#ffffff',
          font_size: 15,
          start_time: 600,
          product_id: 'storm-shell',
          name: 'Storm Shell',
          price: '€249',
          old_price: '€299',
          media: 'shop/rain-ready',
          dot: { x: 196, y: 262 },
          opens: 'card',
          outlink: `${site}/products/storm-shell`,
        },
      ],
      ctaData: [swipeUp('all-rainwear', 'See all rainwear', `${site}/collections/rain`, link)],
    }),
    first: { 'storm-shell': { old_price: '' } },
  },
  {
    group: 'Gift guide',
    story: 0,
    studio: () => ({
      version: 1,
      duration_ms: 10_000,
      pollData: [
        {
          id: 'how-much',
          ...wide(372, 204),
          ...forest,
          ...serif,
          font_size: 18,
          question: 'How much may it cost?',
          options: [{ text: 'Up to €60' }, { text: 'Up to €100' }, { text: 'Surprise me' }],
        },
      ],
    }),
    first: { 'how-much': { question: 'Your budget?', options: [{ text: '€60' }, { text: '€100' }, { text: 'Any' }] } },
    ways: {
      rules: [
        { component_id: 'how-much', values: ['A'], to: 1 },
        { component_id: 'how-much', values: ['B'], to: 2 },
        { component_id: 'how-much', values: ['C'], to: 3 },
      ],
    },
    answers: { 'how-much': { share: 0.57, weights: [41, 24, 35] } },
  },
  {
    group: 'Gift guide',
    story: 1,
    studio: () => ({
      version: 1,
      textData: [
        {
          id: 'sticker-60',
          ...box(212, 92, 124, 48),
          rotation: -11,
          start_time: 500,
          text: 'under €60',
          text_font: 'caveat',
          text_weight: 700,
          text_color: '#ffffff',
          background: '#c8452c',
          radius: 10,
          font_size: 28,
        },
      ],
      ctaData: [
        {
          id: 'for-her-desk',
          type: 'button',
          ...box(20, 568, 154, 48),
          button_text: 'For a desk',
          outlink: `${site}/gifts/desk`,
          text_size: 2,
          text_color: '#16301f',
          background: '#ffffff',
          radius: 24,
          ...serif,
        },
        {
          id: 'for-a-trail',
          type: 'button',
          ...box(186, 568, 154, 48),
          button_text: 'For a trail',
          outlink: `${site}/gifts/trail`,
          text_size: 2,
          background: '#1f6b45',
          radius: 24,
          ...serif,
        },
      ],
    }),
    ways: { rules: [], next: 3 },
  },
  {
    group: 'New in this week',
    story: 1,
    studio: () => ({
      version: 1,
      textData: [
        {
          id: 'sticker-new',
          ...box(232, 66, 100, 44),
          rotation: 12,
          start_time: 400,
          text: 'new!',
          text_font: 'caveat',
          text_weight: 700,
          text_color: '#16301f',
          background: '#ffd66b',
          radius: 12,
          font_size: 34,
        },
      ],
      quizData: [
        {
          id: 'litre-quiz',
          ...wide(360, 204),
          ...forest,
          ...serif,
          font_size: 17,
          question: 'How much does a Roll Top hold?',
          options: [{ text: '18 litres' }, { text: '24 litres' }, { text: '32 litres' }],
          correct: 'B',
          explanation: 'Enough for a weekend, and it fits under the seat.',
        },
      ],
      ctaData: [swipeUp('browse-new', 'Browse', `${site}/collections/new`, link)],
    }),
    answers: { 'litre-quiz': { share: 0.4, weights: [28, 55, 17] } },
  },
];
