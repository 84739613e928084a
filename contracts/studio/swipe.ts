import { ctaComponent } from './components/cta.ts';
import { flatten } from './flat.ts';
import type { FontName } from './fonts.ts';
import { studioLimits } from './limits.ts';
import type { StoryLink } from './links.ts';
import type { Studio } from './shape.ts';

/** Where a swipe stands that a link of the story brings: at the lower edge, within reach of a thumb. */
const usualPlace = { position: { x: 60, y: 560 }, size: { width: 240, height: 56 } } as const;

const freeId = (studio: Studio, past: Iterable<string>): string => {
  const taken = new Set([...past, ...flatten(studio).map(({ component }) => component.id)]);
  let id = 'story-link';
  for (let next = 2; taken.has(id); next += 1) id = `story-link-${next}`;
  return id;
};

const usualFont: FontName = 'inter';

/** The usual font, or one that is used where a design has no room for another. */
const fontFor = (studio: Studio): FontName => {
  const fonts = flatten(studio).flatMap(({ component }) => ('text_font' in component ? [component.text_font] : []));
  const used = new Set(fonts);
  return used.size < studioLimits.fonts || used.has(usualFont) ? usualFont : fonts[0]!;
};

/** A design with a swipe for a link, at its usual place; `past` are ids that once stood for something else. */
export const withSwipe = (studio: Studio, link: StoryLink, past: Iterable<string> = []): Studio => ({
  ...studio,
  ctaData: [
    ...studio.ctaData,
    ctaComponent.parse({ id: freeId(studio, past), ...usualPlace, text_font: fontFor(studio), ...link }),
  ],
});
