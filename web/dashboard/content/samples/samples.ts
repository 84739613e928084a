import type { SdkGroup, SdkStory } from '#contracts/sdk/protocol.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';

const pictures = import.meta.glob<string>('./pictures/*.avif', { eager: true, import: 'default' });
// The player takes whole addresses alone.
const pictureOf = (name: string): string =>
  new URL(pictures[`./pictures/${name}.avif`] ?? '', window.location.origin).href;

const story = (picture: string, title: string, place: number): SdkStory => ({
  id: picture,
  title,
  type: 1,
  media: pictureOf(picture),
  thumbnail: null,
  variants: [],
  mime_type: 'image/avif',
  button_text: '',
  outlink: '',
  deep_link: '',
  studio: null,
  conditions: null,
  sort_order: place,
  duration_ms: null,
});

const group = (cover: string, title: string, stories: readonly [picture: string, title: string][]): SdkGroup => ({
  id: cover,
  title,
  icon: pictureOf(cover),
  variants: [],
  thematic_icons: null,
  type: 'manual',
  pinned: false,
  sort_order: 0,
  template: null,
  settings: { description: '', cta_macro: null },
  stories: stories.map(([picture, words], place) => story(picture, words, place)),
});

/** Sample groups as an SDK gets them, in the order of their covers; their pictures are those of the demo. */
export const samples: readonly SdkGroup[] = [
  group('weekend-away', t(contentWords.sampleTravel), [
    ['weekend-away-1', t(contentWords.sampleIsland)],
    ['weekend-away-2', t(contentWords.sampleHuts)],
    ['weekend-away-3', t(contentWords.sampleDay)],
  ]),
  group('gift-guide', t(contentWords.sampleGifts), [
    ['gift-guide-1', t(contentWords.sampleWrapped)],
    ['gift-guide-2', t(contentWords.sampleUnder)],
    ['gift-guide-4', t(contentWords.sampleBox)],
  ]),
  group('home-light', t(contentWords.sampleHome), [
    ['home-light-1', t(contentWords.sampleEvenings)],
    ['home-light-2', t(contentWords.sampleLamp)],
    ['home-light-3', t(contentWords.sampleChair)],
  ]),
  group('moon-festival', t(contentWords.sampleGame), [
    ['moon-festival-2', t(contentWords.sampleRace)],
    ['moon-festival-3', t(contentWords.sampleLuna)],
    ['moon-festival-4', t(contentWords.sampleLantern)],
  ]),
  group('styled-by-you', t(contentWords.sampleStyled), [
    ['styled-by-you-1', t(contentWords.sampleForgot)],
    ['styled-by-you-2', t(contentWords.sampleCat)],
  ]),
];

/** How many stories they have together. */
export const sampleCount = samples.reduce((sum, { stories }) => sum + stories.length, 0);
