import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { designsIn } from '#contracts/story-group/published-designs.ts';
import { publishedOf } from '#contracts/studio/published.ts';
import type { Trx } from '#kernel/db/transaction.ts';

/** Notes every component that events publish; what was noted of one stays but for the words of its options. */
export const writePublishedComponents = (trx: Trx, events: readonly StoryGroupEvent[]): void => {
  const rows = new Map<string, object>();
  for (const event of events)
    for (const { story_id, studio } of designsIn(event))
      for (const one of studio ? publishedOf(studio) : [])
        rows.set(`${story_id} ${one.component_id}`, { story_id, ...one });
  if (rows.size === 0) return;
  trx.defer({
    name: 'catalog-published-components',
    text: `insert into published_component as held
           select * from jsonb_to_recordset($1::jsonb) as given (story_id uuid, component_id text, kind text, "values" jsonb)
           on conflict (story_id, component_id) do update set "values" = excluded."values"
            where held."values" is distinct from excluded."values"`,
    values: [JSON.stringify([...rows.values()])],
  });
};
