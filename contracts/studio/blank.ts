import { studioFieldWords } from '../words/studio-fields.en.ts';
import type { FlatComponent } from './flat.ts';
import { type ComponentKind, listOf, studioVersion } from './kinds.ts';
import type { Studio } from './shape.ts';

/** The component of one kind. */
export type ComponentOf<Kind extends ComponentKind> = Studio[(typeof listOf)[Kind]][number];

/** What a new component is made with: its id, place and size, and whatever is not as usual. */
export type ComponentStart<Kind extends ComponentKind> = Pick<ComponentOf<Kind>, 'id' | 'position' | 'size'> &
  Partial<ComponentOf<Kind>>;

const base = {
  rotation: 0,
  z_index: 0,
  start_time: 0,
  end_time: null,
  name: '',
  locked: false,
  hidden: false,
} as const;

const looks = { text_color: '#ffffff', text_font: 'inter', text_align: 'center', background: null, radius: 0 } as const;

const card = {
  ...looks,
  text_color: '#17162b',
  text_weight: 400,
  background: '#ffffff',
  radius: 12,
  font_size: 16,
  option_color: '#f1f1f7',
  accent_color: '#5b3df5',
} as const;

const answerable = { ...card, show_results: true, show_total: true } as const;

const links = { outlink: '', deep_link: '' } as const;

const empty = { text: '' } as const;

// What the schemas fill in, for pages that load none of them. The words and files of drafts may still be missing.
const usual: { readonly [Kind in ComponentKind]: Omit<ComponentOf<Kind>, 'id' | 'position' | 'size'> } = {
  cta: {
    ...base,
    ...looks,
    text_weight: 700,
    text_size: 2,
    type: 'swipe',
    button_text: studioFieldWords.swipeUp.defaultMessage,
    icon_color: '#ffffff',
    ...links,
  },
  image: { ...base, media: '', alt: '', decorative: false, opacity: 100 },
  text: { ...base, ...looks, text_weight: 400, font_size: 16, text: '' },
  reaction: { ...base, ...answerable, emojis: [] },
  quiz: {
    ...base,
    ...answerable,
    right_color: '#12805c',
    wrong_color: '#cf2a41',
    question: '',
    options: [empty, empty],
    correct: 'A',
    explanation: '',
  },
  poll: {
    ...base,
    ...answerable,
    question: '',
    options: [
      { text: '', color: null },
      { text: '', color: null },
    ],
  },
  rating: { ...base, ...answerable, question: '' },
  countdown: {
    ...base,
    ...card,
    title: '',
    ts_end: 0,
    units: ['days', 'hours', 'minutes', 'seconds'],
    end_text: '',
    reminder: false,
  },
  product_tag: {
    ...base,
    ...card,
    product_id: '',
    name: '',
    price: '',
    old_price: '',
    media: null,
    dot: null,
    opens: 'web',
    ...links,
  },
};

/** A component with all its fields: what is not given is as the schema of its kind fills it in. */
export const blankComponent = <Kind extends ComponentKind>(
  kind: Kind,
  start: ComponentStart<Kind>,
): ComponentOf<Kind> => structuredClone({ ...usual[kind], ...start }) as unknown as ComponentOf<Kind>;

/** A design without components, on black. */
export const blankDesign = (): Studio => ({
  version: studioVersion,
  duration_ms: null,
  background: null,
  medium: { fit: 'fill', x: 50, y: 50, zoom: 100, alt: '' },
  ctaData: [],
  imageData: [],
  textData: [],
  reactionData: [],
  quizData: [],
  pollData: [],
  ratingData: [],
  countdownData: [],
  productTagData: [],
});

/** A design with one more component, above all others that are drawn at its height. */
export const withComponent = (design: Studio, kind: ComponentKind, component: FlatComponent['component']): Studio => ({
  ...design,
  [listOf[kind]]: [...design[listOf[kind]], component],
});
