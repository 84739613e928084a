import type { StoryResults } from '#contracts/sdk/results.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import { answersTo } from '#contracts/studio/answers.ts';
import { flatten, withoutHidden } from '#contracts/studio/flat.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { upcastStudio } from '#contracts/studio/stored.ts';
import type { Kernel } from '#kernel/kernel.ts';

type Deps = Pick<Kernel, 'db' | 'analytics'>;

/** The answers of the components of a design that show results, by their ids. */
const answersOf = (studio: Studio): Map<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  for (const { kind, component } of flatten(withoutHidden(studio)))
    if (isAnswerable(kind) && 'show_results' in component && component.show_results)
      found.set(component.id, answersTo({ ...component, kind }));
  return found;
};

const readDesign = async ({ db }: Deps, token: string, storyId: string) => {
  const { rows } = await db.pool.query<{ app_id: string; studio: Parameters<typeof upcastStudio>[0] | null }>({
    name: 'results-design',
    text: `select i.app_id, s.studio from story s join instance i on i.id = s.instance_id
            where s.id = $2 and i.token = $1 and not i.deleted and s.status <> ${storyStatus.deleted}`,
    values: [token, storyId],
  });
  const [found] = rows;
  return found?.studio ? { app_id: found.app_id, answers: answersOf(upcastStudio(found.studio)) } : null;
};

/**
 * How the components of a story that show it were answered so far; null where the token's instance has no such story with
 * any. Cost: a story by its key, and its days × values of these components by primary key.
 */
export const readResults = async (deps: Deps, token: string, storyId: string): Promise<StoryResults | null> => {
  const design = await readDesign(deps, token, storyId);
  if (!design || design.answers.size === 0) return null;
  const { rows } = await deps.analytics.pool.query<{ component: string; answered: string; times: number }>({
    name: 'results-answers',
    text: 'select component, answered, times::float8 from public.component_answers($1, $2, $3)',
    values: [design.app_id, storyId, [...design.answers.keys()]],
  });
  const counts = new Map(rows.map(({ component, answered, times }) => [`${component} ${answered}`, times]));
  const components = [...design.answers].map(([id, answers]) => {
    const values = answers.map((answer) => [answer, counts.get(`${id} ${answer}`) ?? 0] as const);
    return [
      id,
      { total: values.reduce((sum, [, times]) => sum + times, 0), values: Object.fromEntries(values) },
    ] as const;
  });
  return { story_id: storyId, components: Object.fromEntries(components) };
};
