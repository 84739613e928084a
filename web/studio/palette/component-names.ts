import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentName } from './component-name.ts';

/** What the components of a design are called in lists, by id: those that have the same name are numbered. */
export function componentNames(design: Studio): Map<string, string> {
  const alike = new Map<string, string[]>();
  for (const one of flatten(design)) {
    const name = componentName(one);
    alike.set(name, [...(alike.get(name) ?? []), one.component.id]);
  }
  return new Map(
    [...alike].flatMap(([name, ids]) =>
      ids.map(
        (id, at) => [id, ids.length > 1 ? t(studioPanelWords.numbered, { name, number: at + 1 }) : name] as const,
      ),
    ),
  );
}
