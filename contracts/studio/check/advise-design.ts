import { designCheckWords } from '../../words/design-checks.en.ts';
import { fill } from '../../words/phrase.ts';
import { type FlatComponent, flatten } from '../flat.ts';
import { canvas } from '../kinds.ts';
import type { Studio } from '../shape.ts';
import { adviseContrast } from './advise-contrast.ts';
import { adviseFlow } from './advise-flow.ts';
import { advisePlace } from './advise-place.ts';
import { adviseReading, adviseTime } from './advise-time.ts';
import { type AdviceFacts, type DesignAdvice, type DesignContent, pathOf, storyMs } from './checked.ts';

/** A canvas unit has so many pixels at least where a picture is sharp: 720 × 1280 on all of the canvas. */
const sharpPixels = 2;
const mostFonts = 2;

function pictureAdvice({ medium }: Studio, { mediumSize }: AdviceFacts): DesignAdvice[] {
  if (!mediumSize) return [];
  const [across, down] = [mediumSize.width / canvas.width, mediumSize.height / canvas.height];
  const pixels = medium.fit === 'fill' ? Math.min(across, down) : Math.max(across, down);
  if (pixels / (medium.zoom / 100) >= sharpPixels) return [];
  return [{ path: 'media', code: 'picture_small', phrase: designCheckWords.pictureSmall }];
}

function linkAdvice(one: FlatComponent): DesignAdvice[] {
  if (!('outlink' in one.component) || !/^http:/i.test(one.component.outlink)) return [];
  return [{ path: pathOf(one, 'outlink'), code: 'link_http', phrase: designCheckWords.linkHttp }];
}

function altAdvice(one: FlatComponent): DesignAdvice[] {
  if (one.kind !== 'image') return [];
  const { alt, name, decorative } = one.component;
  if (decorative || alt.trim() !== '' || name.trim() !== '') return [];
  return [{ path: pathOf(one, 'alt'), code: 'alt_missing', phrase: designCheckWords.altMissing }];
}

function fontAdvice(all: readonly FlatComponent[]): DesignAdvice[] {
  const count = new Set(all.flatMap(({ component }) => ('text_font' in component ? [component.text_font] : []))).size;
  if (count <= mostFonts) return [];
  return [{ path: 'studio', code: 'fonts_many', phrase: fill(designCheckWords.fontsMany, { count }) }];
}

/**
 * What would make a story better, in the order of its components: at most one advice of a code for each. None of it stops
 * the story, and hidden components are passed over. What `checkDesign` refuses is not said here a second time.
 */
export function adviseDesign(content: DesignContent, facts: AdviceFacts): DesignAdvice[] {
  const { studio, hasMedium } = content;
  if (!studio) return adviseFlow(facts);
  const lengthMs = storyMs(content, facts.videoMs);
  const all = flatten(studio).filter(({ component }) => !component.hidden);
  return [
    ...(hasMedium ? pictureAdvice(studio, facts) : []),
    ...adviseReading(all, lengthMs),
    ...fontAdvice(all),
    ...all.flatMap((one) => [
      ...adviseContrast(one, studio, hasMedium, facts),
      ...advisePlace(one, studio),
      ...altAdvice(one),
      ...linkAdvice(one),
      ...adviseTime(one, lengthMs),
    ]),
    ...adviseFlow(facts),
  ];
}
