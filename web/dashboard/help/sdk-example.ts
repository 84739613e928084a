import { sdkDesignWords } from '../words/sdk-designs.en.ts';
import { t } from '../words/t.ts';

/** A designed story as it is delivered: the least that shows how one is drawn, answered and left. */
export const exampleDesigned = {
  id: '0199c3a0-0000-7000-8000-000000000001',
  studio: {
    version: 1,
    duration_ms: 9000,
    background: '#f1e7d8',
    medium: { fit: 'fill', x: 50, y: 50, zoom: 100, alt: t(sdkDesignWords.exampleAlt) },
    ctaData: [],
    imageData: [],
    textData: [],
    reactionData: [],
    quizData: [],
    pollData: [
      {
        id: 'which-coat',
        position: { x: 20, y: 396 },
        size: { width: 320, height: 148 },
        rotation: 0,
        z_index: 1,
        start_time: 500,
        end_time: null,
        name: '',
        locked: false,
        hidden: false,
        text_color: '#17162b',
        text_font: 'inter',
        text_weight: 400,
        text_align: 'center',
        background: '#ffffff',
        radius: 16,
        font_size: 18,
        option_color: '#f1f1f7',
        accent_color: '#5b3df5',
        show_results: true,
        show_total: true,
        question: t(sdkDesignWords.exampleQuestion),
        options: [
          { text: t(sdkDesignWords.exampleOption), color: null },
          { text: t(sdkDesignWords.exampleOtherOption), color: '#0e7490' },
        ],
      },
    ],
    ratingData: [],
    countdownData: [],
    productTagData: [],
  },
  conditions: {
    rules: [{ component_id: 'which-coat', values: ['B'], to: '0199c3a0-0000-7000-8000-000000000003' }],
    next: null,
  },
} as const;

const about = { group_id: '0199c3a0-0000-7000-8000-0000000000aa', story_id: exampleDesigned.id, position: 0 };
const seen = { ...about, component_id: exampleDesigned.studio.pollData[0].id };

/** The events of a viewer who sees that story and chooses the second option. */
export const exampleEvents = [
  { id: '0199c3a1-0000-7000-8000-000000000001', type: 'story_impression', at: 1_790_000_001_000, ...about },
  { id: '0199c3a1-0000-7000-8000-000000000002', type: 'component_impression', at: 1_790_000_001_500, ...seen },
  { id: '0199c3a1-0000-7000-8000-000000000003', type: 'poll_selected', at: 1_790_000_003_200, ...seen, value: 'B' },
  { id: '0199c3a1-0000-7000-8000-000000000004', type: 'story_left', at: 1_790_000_004_700, ...about, watch_ms: 4700 },
] as const;

/** What GET /sdk/v1/{token}/results answers for that story. */
export const exampleResults = {
  data: {
    story_id: exampleDesigned.id,
    components: { 'which-coat': { total: 8214, values: { A: 5011, B: 3203 } } },
  },
} as const;
