import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { publishedOf } from '#contracts/studio/published.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { Trx } from '#kernel/db/transaction.ts';

/** The designs that events publish, each with its story. */
const designsIn = (event: StoryGroupEvent): { story_id: string; studio: Studio | null | undefined }[] => {
  switch (event.type) {
    case 'StoryAdded':
      return [{ story_id: event.data.story.id, studio: event.data.story.studio }];
    case 'StoryChanged':
    case 'StoryRestored':
      return [{ story_id: event.data.story_id, studio: event.data.changes.studio }];
    case 'StoryGroupRestored':
      return event.data.stories.map(({ story_id, changes }) => ({ story_id, studio: changes.studio }));
    default:
      return [];
  }
};

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
