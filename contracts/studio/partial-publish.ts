import { optionLetters } from './answers.ts';
import { blankDesign } from './blank.ts';
import type { DraftContent } from './draft-content.ts';
import { flatten } from './flat.ts';
import { type ComponentList, componentLists } from './kinds.ts';
import type { Studio } from './shape.ts';

type Leaves = (key: string) => boolean;
type Component = Studio[ComponentList][number];
type Options = readonly { text: string; color?: string | null }[];

/** Options of another number are another question: they change together or not at all. */
function partOfOptions(was: Options, is: Options, leaves: Leaves): Options {
  if (was.length !== is.length) {
    const letters = optionLetters.slice(0, Math.max(was.length, is.length));
    return letters.some((letter) => leaves(`options.${letter}`) || leaves(`options.${letter}.color`)) ? was : is;
  }
  return is.map((option, at) => {
    const [key, old] = [`options.${optionLetters[at]}`, was[at]!];
    const text = leaves(key) ? old.text : option.text;
    return 'color' in option ? { text, color: leaves(`${key}.color`) ? old.color! : option.color } : { text };
  });
}

function partOfComponent<Of extends Component>(was: Of, is: Of, leaves: Leaves): Of {
  const kept = Object.entries(was).filter(([field]) => field !== 'options' && leaves(field));
  const part = { ...is, ...Object.fromEntries(kept) };
  if (!('options' in was) || !('options' in is)) return part;
  return { ...part, options: partOfOptions(was.options, is.options, leaves) };
}

const shell = (was: Studio, is: Studio, leaves: Leaves): Studio => {
  const of = (key: string) => (leaves(`design.${key}`) ? was : is);
  const { x, y } = of('focus').medium;
  return {
    ...is,
    duration_ms: of('duration_ms').duration_ms,
    background: of('backdrop').background,
    medium: { fit: of('fit').medium.fit, x, y, zoom: of('zoom').medium.zoom, alt: of('mediumAlt').medium.alt },
  };
};

/** Whether a design without its components shows a story as without a design. */
const isBlank = (outer: Studio): boolean => {
  const own = ({ duration_ms, background, medium }: Studio) => JSON.stringify([duration_ms, background, medium]);
  return own(outer) === own(blankDesign());
};

const kindsOf = (studio: Studio | null): Map<string, string> =>
  new Map((studio ? flatten(studio) : []).map(({ kind, component }) => [component.id, kind]));

function partOfDesign(was: Studio | null, is: Studio | null, leaves: Leaves): Studio | null {
  const [before, after] = [kindsOf(was), kindsOf(is)];
  const both = (id: string) => before.get(id) === after.get(id);
  const listed = (list: ComponentList): Component[] => {
    const earlier = new Map<string, Component>(was?.[list].map((one) => [one.id, one]));
    const part = (is?.[list] ?? []).flatMap((one: Component): Component[] => {
      if (!both(one.id)) return leaves(one.id) ? [] : [one];
      return [partOfComponent(earlier.get(one.id)!, one, (field) => leaves(`${one.id}.${field}`))];
    });
    was?.[list].forEach((one, at) => {
      if (!both(one.id) && leaves(one.id)) part.splice(at, 0, one);
    });
    return part;
  };
  const lists = componentLists.map((list) => [list, listed(list)] as const);
  const outer = shell(was ?? blankDesign(), is ?? blankDesign(), leaves);
  // A design that begins or ends does so by what it shows: without that it neither begins nor ends.
  const isEmpty = lists.every(([, part]) => part.length === 0);
  if ((!was || !is) && isEmpty && isBlank(outer)) return null;
  return { ...outer, ...Object.fromEntries(lists) };
}

/**
 * What of a draft is published when the changes of some keys are left out: the draft with what stands published in their
 * stead. Type, image or video and poster change together, and so do options of another number. Published again without
 * leaving anything out it gives the draft. The result is for the schema and the checks to judge.
 */
export function publishedPart(
  published: DraftContent,
  draft: DraftContent,
  leftOut: ReadonlySet<string>,
): DraftContent {
  if (leftOut.size === 0) return draft;
  const leaves: Leaves = (key) => leftOut.has(key);
  const medium = ['type', 'media', 'thumbnail'].some((field) => leaves(`story.${field}`)) ? published : draft;
  return {
    title: (leaves('story.title') ? published : draft).title,
    type: medium.type,
    media: medium.media,
    thumbnail: medium.thumbnail,
    studio: partOfDesign(published.studio, draft.studio, leaves),
    conditions: (leaves('conditions') ? published : draft).conditions,
    ignored: draft.ignored,
  };
}
