import { useQuery } from '@tanstack/react-query';
import type { SdkSupport } from '#contracts/stats/sdk-health.ts';
import { http } from '../../dashboard/api/http.ts';
import type { StoryContent } from '../state/story-content.ts';

/**
 * Whether viewers of an app have SDKs that know no conditions; false until it is known. It is asked only where a story has
 * conditions.
 */
export function useOldSdk(appId: string, contents: ReadonlyMap<string, StoryContent>): boolean {
  const { data } = useQuery({
    queryKey: ['sdk-support', appId],
    queryFn: ({ signal }) => http.get<SdkSupport>('/app/sdk_support', { signal, query: { app_id: appId } }),
    enabled: [...contents.values()].some(({ conditions }) => conditions !== null),
    staleTime: 300_000,
  });
  return data?.conditions === false;
}
