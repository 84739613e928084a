import { flatten } from '#contracts/studio/flat.ts';
import { comparedWords, type PublishedComponent, publishedOf, wouldMix } from '#contracts/studio/published.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { StoryContent } from '../state/story-content.ts';
import { type ComponentChanges, changeComponent, mapComponents } from './components.ts';

/** What a component of a design means now; undefined where it has none such. */
const meaningNow = (design: Studio, id: string): PublishedComponent | undefined =>
  publishedOf(design).find(({ component_id }) => component_id === id);

/** Gives a component another id, and leads the rules that ask it to that: its answers are counted anew. */
export function renewComponent(content: StoryContent, { id, newId }: { id: string; newId: string }): StoryContent {
  const studio = mapComponents(content.studio, (one) => (one.id === id ? { ...one, id: newId } : one));
  if (studio === content.studio) return content;
  const { conditions } = content;
  const rules = conditions?.rules.map((rule) => (rule.component_id === id ? { ...rule, component_id: newId } : rule));
  return { ...content, studio, conditions: conditions && { ...conditions, rules: rules! } };
}

/** Whether a component's answers mean something else than what was published under its id. */
export function hasNewMeaning(design: Studio, was: PublishedComponent | undefined): boolean {
  const is = was && meaningNow(design, was.component_id);
  return was !== undefined && is !== undefined && wouldMix(was, is);
}

/** Changes a component; where its answers then mean something else than was published, it is a new one with the new id. */
export function changeAnswers(
  content: StoryContent,
  {
    id,
    changes,
    was,
    newId,
  }: { id: string; changes: ComponentChanges; was: PublishedComponent | undefined; newId: string },
): StoryContent {
  const studio = changeComponent(content.studio, { id, changes });
  if (studio === content.studio) return content;
  const changed = { ...content, studio };
  return hasNewMeaning(studio, was) ? renewComponent(changed, { id, newId }) : changed;
}

/** The words that say what a component asks: its question and its options; '' where there is no such component. */
export function askedWords(design: Studio, id: string): string {
  const one = flatten(design).find(({ component }) => component.id === id)?.component;
  if (!one || !('question' in one)) return '';
  const options = 'options' in one ? one.options.map(({ text }) => text) : [];
  return [one.question, ...options].map(comparedWords).join('\n');
}
