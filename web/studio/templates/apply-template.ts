import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { type ComponentKind, componentKinds, listOf } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { newComponentId, rulesOfCopies } from '../edits/copies.ts';
import type { StoryContent } from '../state/story-content.ts';

/** What of a component says something rather than how it looks: that of the page stays when a template is applied. */
const said = {
  cta: ['button_text', 'outlink', 'deep_link'],
  image: ['media', 'alt', 'decorative'],
  text: ['text'],
  reaction: ['emojis'],
  quiz: ['question', 'options', 'correct', 'explanation'],
  poll: ['question', 'options'],
  rating: ['question'],
  countdown: ['title', 'ts_end', 'units', 'end_text', 'reminder'],
  product_tag: ['product_id', 'name', 'price', 'old_price', 'media', 'dot', 'opens', 'outlink', 'deep_link'],
} as const satisfies Record<ComponentKind, readonly string[]>;

const sizeOf = (one: FlatComponent): number => ('font_size' in one.component ? one.component.font_size : 0);

/** The components of a kind as a page is read: large words before small ones, then from the top. */
const inRank = (studio: Studio, kind: ComponentKind): FlatComponent[] =>
  flatten(studio)
    .filter((one) => one.kind === kind)
    .sort((one, other) => sizeOf(other) - sizeOf(one) || one.component.position.y - other.component.position.y);

const keptFields = (kind: ComponentKind, from: FlatComponent['component']): Record<string, unknown> =>
  Object.fromEntries(said[kind].map((field) => [field, structuredClone((from as Record<string, unknown>)[field])]));

const ruledBy = (conditions: StoryConditions | null, ids: ReadonlyMap<string, string>): StoryConditions | null => {
  if (!conditions) return null;
  const rules = rulesOfCopies(conditions, ids);
  return rules.length === 0 && conditions.next === null ? null : { ...conditions, rules };
};

const shows = (one: FlatComponent, isLogo: (picture: string) => boolean): boolean =>
  one.kind === 'image' && isLogo(one.component.media);

/** What applying a template knows: what new ids are, and which pictures are a logo, which is nobody's content. */
export interface TemplateOptions {
  newId?: () => string;
  isLogo?: (picture: string) => boolean;
}

/**
 * A story in the design of a template. What the story says and shows is kept where it has a component of the same kind, the
 * largest words first; the others say what the template says. All components have new ids, so that answers to earlier ones
 * count for those alone; rules go with the component that they ask.
 */
export function applyTemplate(
  content: StoryContent,
  template: Studio,
  { newId = newComponentId, isLogo = () => false }: TemplateOptions = {},
): StoryContent {
  const design: Record<string, unknown> = { ...template };
  const ids = new Map<string, string>();
  for (const kind of componentKinds) {
    const list = listOf[kind];
    const own = inRank(content.studio, kind).filter((one) => !shows(one, isLogo));
    const taken = new Map<FlatComponent['component'], FlatComponent['component']>();
    let rank = 0;
    for (const one of inRank(template, kind)) {
      const { component } = one;
      const from = shows(one, isLogo) ? undefined : own[rank++]?.component;
      const id = newId();
      if (from) ids.set(from.id, id);
      taken.set(component, { ...component, ...(from && keptFields(kind, from)), id } as FlatComponent['component']);
    }
    design[list] = template[list].map((component) => taken.get(component));
  }
  const studio = {
    ...(design as Studio),
    // How the page's own picture lies goes with the picture.
    medium: content.media ? { ...template.medium, ...content.studio.medium } : template.medium,
    duration_ms: content.type === 2 ? null : template.duration_ms,
  };
  return { ...content, studio, conditions: ruledBy(content.conditions, ids) };
}
