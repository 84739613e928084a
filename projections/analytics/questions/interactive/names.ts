import type { ComponentStats, NamedComponentStats, PublishedSummary } from '#contracts/stats/interactive-stats.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import type { Db } from '#kernel/db/pool.ts';

/** A component by its ids; another story's may have the same `component_id`. */
type ComponentRef = Pick<ComponentStats, 'story_id' | 'component_id'>;

const keyOf = ({ story_id, component_id }: ComponentRef): string => `${story_id} ${component_id}`;

const summaryOf = ({ kind, values }: PublishedComponent): PublishedSummary => ({
  kind,
  title: values.title ?? '',
  answers: [...(values.answers ?? [])],
  words: [...(values.words ?? [])],
  correct: values.correct ?? null,
});

/**
 * What components are, removed ones too; null for one that was never published. Cost: one read of the main database on the
 * primary key, rows = components.
 */
export const readPublished = async (
  { pool }: Pick<Db, 'pool'>,
  components: readonly ComponentRef[],
): Promise<(component: ComponentRef) => PublishedSummary | null> => {
  if (components.length === 0) return () => null;
  const { rows } = await pool.query<PublishedComponent & { story_id: string }>({
    name: 'figures-published-components',
    text: `select story_id, component_id, p.kind, p."values"
             from unnest($1::uuid[], $2::text[]) as asked (story_id, component_id)
             join published_component p using (story_id, component_id)`,
    values: [components.map(({ story_id }) => story_id), components.map(({ component_id }) => component_id)],
  });
  const found = new Map(rows.map((row) => [keyOf(row), summaryOf(row)]));
  return (component) => found.get(keyOf(component)) ?? null;
};

/** Adds to components what they are. Cost: that of `readPublished`. */
export const readNames = async (
  db: Pick<Db, 'pool'>,
  components: readonly ComponentStats[],
): Promise<(component: ComponentStats) => NamedComponentStats> => {
  const known = await readPublished(db, components);
  return (component) => ({ ...component, published: known(component) });
};
