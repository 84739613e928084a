import { queryOptions } from '@tanstack/react-query';
import type { StoryDesignRow } from '#contracts/story-group/story-rows.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { http } from '../api/http.ts';

/** So many designs at most come in one answer; each has up to 32 KiB. */
const atOnce = 12;

type Batch = { ids: Set<string>; answer: Promise<ReadonlyMap<string, Studio>> };

let gathering: Batch | null = null;

async function ask(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Studio>> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  gathering = gathering?.ids === ids ? null : gathering;
  const rows = await http.get<StoryDesignRow[]>('/story/designs', { query: { story_id: [...ids].join() } });
  return new Map(rows.map(({ story_id, studio }) => [story_id, studio]));
}

/** The design of a story, asked for together with those that are wanted in the same frame; null where it has none. */
async function designOf(storyId: string): Promise<Studio | null> {
  if (!gathering || gathering.ids.size >= atOnce) {
    const ids = new Set<string>();
    gathering = { ids, answer: ask(ids) };
  }
  gathering.ids.add(storyId);
  return (await gathering.answer).get(storyId) ?? null;
}

/** The design of a story that stands in a list, for a minute. */
export const storyDesignQuery = (storyId: string) =>
  queryOptions({ queryKey: ['story-design', storyId], queryFn: () => designOf(storyId), staleTime: 60_000 });
