import type { StoryConditions } from './conditions.ts';
import { componentLists } from './kinds.ts';
import type { Studio } from './shape.ts';

/** A story's design and conditions. */
export interface Designed {
  studio: Studio | null;
  conditions: StoryConditions | null;
}

/** What became of the stories that are copied together: the new id by the old one. */
export type CopiedStories = ReadonlyMap<string, string>;

const copiedConditions = (
  conditions: StoryConditions,
  components: ReadonlyMap<string, string>,
  stories: CopiedStories,
): StoryConditions | null => {
  const goal = (to: string): string | null => (to === 'end' ? to : (stories.get(to) ?? null));
  const rules = conditions.rules.flatMap((rule) => {
    const [component_id, to] = [components.get(rule.component_id), goal(rule.to)];
    return component_id !== undefined && to !== null ? [{ ...rule, component_id, to }] : [];
  });
  const next = conditions.next === null ? null : goal(conditions.next);
  return rules.length === 0 && next === null ? null : { rules, next };
};

/**
 * The design and conditions of a story's copy: its components have ids of their own, made of the copy's id, so that answers to
 * one never count for the other; rules lead to the copies, and those that asked or led to what was not copied are left out.
 */
export function copiedDesign({ studio, conditions }: Designed, storyId: string, stories: CopiedStories): Designed {
  const components = new Map<string, string>();
  const idOf = (old: string): string => {
    const id = components.get(old) ?? `${storyId.slice(-12)}-${components.size}`;
    components.set(old, id);
    return id;
  };
  const copy = studio && {
    ...studio,
    ...Object.fromEntries(
      componentLists.map((list) => [list, studio[list].map((one) => ({ ...one, id: idOf(one.id) }))]),
    ),
  };
  return { studio: copy, conditions: conditions && copiedConditions(conditions, components, stories) };
}
