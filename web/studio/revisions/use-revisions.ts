import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Revision } from '#contracts/studio/draft-content.ts';
import { revisionsQuery } from '../drafts/draft-queries.ts';
import { publishedAt } from './published-at.ts';

/** The earlier forms of a story, as far as they were asked for. */
export interface Revisions {
  list: readonly Revision[];
  /** What the draft began from, once it is known. */
  base: Revision | undefined;
  /** The form that is live, once it is known. */
  live: Revision | undefined;
  isUnread: boolean;
  retry: () => void;
  /** Asks for older ones; null where there are none. */
  older: { ask: () => void; busy: boolean } | null;
}

/** Asks for the earlier forms of a story, the newest first, and on until the version that its draft began from is there. */
export function useRevisions(storyId: string, baseVersion: number | null): Revisions {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    revisionsQuery(storyId),
  );
  const list = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const base = baseVersion === null ? undefined : publishedAt(list, baseVersion);
  const isBaseMissing = baseVersion !== null && !base;
  useEffect(() => {
    if (isBaseMissing && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isBaseMissing, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  return {
    list,
    base,
    live: publishedAt(list),
    isUnread: isError && list.length === 0,
    retry: () => void refetch(),
    older: hasNextPage ? { ask: () => void fetchNextPage(), busy: isFetchingNextPage } : null,
  };
}
