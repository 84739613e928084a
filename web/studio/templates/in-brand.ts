import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { blankComponent, withComponent } from '#contracts/studio/blank.ts';
import { opacityOf } from '#contracts/studio/check/contrast.ts';
import { plainBehind } from '#contracts/studio/check/ground.ts';
import { writtenOn } from '#contracts/studio/check/written.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import type { Box } from '#contracts/studio/geometry.ts';
import { canvas, listOf } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { brandFont, isHeadline } from '../palette/brand-font.ts';
import { brandCard } from './brand-cards.ts';
import { brandColorsOf, brandGround, brandInk, type LightRange, plainGround } from './brand-colors.ts';
import { fittedSize } from './font-widths.ts';

/** Where a template has room for a logo, in canvas units, and whether the picture there is light or dark. */
export interface LogoPlace {
  box: Box;
  on: 'light' | 'dark';
}

/** A picture of the kit with its size in px, and what it shows. */
export interface LogoPicture {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/** What of a template is known beside its design. */
export interface BrandedFacts {
  hasMedium: boolean;
  /** What of its picture lies behind words, by component. */
  behind: ReadonlyMap<string, LightRange>;
  logoPlace: LogoPlace | null;
  /** The logos of the kit that could be loaded. */
  logos: Readonly<Partial<Record<LogoPlace['on'], LogoPicture>>>;
}

/** Whether a kit says anything that a design could follow. */
export const isEmptyKit = ({ colors, fonts, logo, button, card }: BrandKit): boolean =>
  colors.length === 0 && fonts.length === 0 && !logo.light && !logo.dark && !button && !card;

function withFont(one: FlatComponent, kit: BrandKit): FlatComponent {
  if (one.kind === 'image') return one;
  const font = brandFont(kit, one.kind === 'text' && isHeadline(one.component.font_size));
  if (!font) return one;
  const fitted =
    one.kind === 'text' ? { font_size: fittedSize(one.component.font_size, one.component.text_font, font) } : {};
  return { ...one, component: { ...one.component, text_font: font, ...fitted } } as FlatComponent;
}

type LinkOrText = Extract<FlatComponent, { kind: 'text' | 'cta' }>;

/** Grounds first: what words are written in follows what they stand on. */
function withGround(one: FlatComponent, kit: BrandKit, brand: readonly string[]): FlatComponent {
  switch (one.kind) {
    case 'image':
      return one;
    case 'text': {
      const { background } = one.component;
      if (background === null || opacityOf(background) < 1) return one;
      return { ...one, component: { ...one.component, background: brandGround(background, brand) } };
    }
    case 'cta': {
      const { background } = one.component;
      if (background === null) return one;
      const { button } = kit;
      const ground = brandGround(background, brand, button?.background?.slice(0, 7));
      const shape = button ? { radius: button.radius, text_weight: button.text_weight } : {};
      return { ...one, component: { ...one.component, background: ground, ...shape } };
    }
    default:
      return brandCard(one, kit, brand);
  }
}

/** What is behind the words of a component: its own ground, the plain color below it, or of the picture what is known. */
function behindOf(
  one: LinkOrText,
  box: Box,
  design: Studio,
  { hasMedium, behind }: BrandedFacts,
): LightRange | undefined {
  const { background, id } = one.component;
  if (background !== null && opacityOf(background) === 1) return plainGround(background);
  const plain = background === null ? plainBehind(one, box, design, hasMedium) : null;
  return plain ? { dark: plain, light: plain } : behind.get(id);
}

function withInk(one: FlatComponent, kit: BrandKit, design: Studio, facts: BrandedFacts): FlatComponent {
  if (one.kind !== 'text' && one.kind !== 'cta') return one;
  const [written] = writtenOn(one);
  const behind = written && behindOf(one, written.box, design, facts);
  // Over what nobody has looked at, the design's own color is known to be read.
  if (!behind) return one;
  const brand = brandColorsOf(kit);
  if (one.kind === 'text') {
    const text_color = brandInk(one.component.text_color, brand, behind, written.needs);
    return { ...one, component: { ...one.component, text_color } };
  }
  const { button } = kit;
  const isSet = button?.background && one.component.background === button.background.slice(0, 7);
  const set = isSet ? button.text_color.slice(0, 7) : null;
  const own = set ?? one.component.text_color;
  const text_color = brandInk(own, set ? [set, ...brand] : brand, behind, written.needs);
  return { ...one, component: { ...one.component, text_color, icon_color: text_color } };
}

const mapped = (design: Studio, change: (one: FlatComponent) => FlatComponent): Studio => {
  const next: Record<string, unknown> = { ...design };
  for (const [kind, list] of Object.entries(listOf))
    next[list] = flatten(design)
      .filter((one) => one.kind === kind)
      .map((one) => change(one).component);
  return next as unknown as Studio;
};

/** The component of a logo in a design of the brand. */
const logoId = 'template-logo';

/** A logo as large as its place lets it be, at the side of the canvas at which the place is. */
function withLogo(design: Studio, { logoPlace, logos }: BrandedFacts): Studio {
  const logo = logoPlace && logos[logoPlace.on];
  if (!logo) return design;
  const { box } = logoPlace;
  const scale = Math.min(box.width / logo.width, box.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((side) => Math.round(side * scale)) as [number, number];
  if (width < studioLimits.width[0] || height < studioLimits.height[0]) return design;
  const free = box.width - width;
  const middle = box.x + box.width / 2;
  const left = middle < canvas.width / 2 ? 0 : middle > canvas.width / 2 ? free : free / 2;
  const position = { x: Math.round(box.x + left), y: Math.round(box.y + (box.height - height) / 2) };
  const start = { id: logoId, position, size: { width, height }, z_index: flatten(design).length };
  return withComponent(design, 'image', blankComponent('image', { ...start, media: logo.src, alt: logo.alt }));
}

/**
 * A design in the brand of an account: its fonts, its colors where the design has ones like them, the looks of its buttons and
 * cards, and its logo where there is a place for it. The same kit gives the same design. Words stay readable: where no color
 * of the brand is, they keep their own or become dark or white.
 */
export function inBrand(design: Studio, kit: BrandKit, facts: BrandedFacts): Studio {
  const brand = brandColorsOf(kit);
  const grounded = {
    ...mapped(design, (one) => withGround(withFont(one, kit), kit, brand)),
    background: design.background && !facts.hasMedium ? brandGround(design.background, brand) : design.background,
  };
  return withLogo(
    mapped(grounded, (one) => withInk(one, kit, grounded, facts)),
    facts,
  );
}
