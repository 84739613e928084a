import { useQuery } from '@tanstack/react-query';
import type { FirstView } from '#contracts/stats/first-view.ts';
import { http } from '../api/http.ts';
import { useSession } from '../shell/session/session-value.ts';
import { useFirstSteps } from './use-first-steps.ts';

const askAgainMs = 10_000;

/**
 * Whether an app has shown a story of the account to someone, asked until it has; null while that is not known. An account
 * without stories is not asked about.
 */
export function useFirstView(): { hasStories: boolean; seen: boolean | null } {
  const { apps } = useSession();
  const { ahead } = useFirstSteps();
  const hasStories = apps.some((app) => app.total_story_count > 0);
  const { data } = useQuery({
    queryKey: ['first-view'],
    queryFn: ({ signal }) => http.get<FirstView>('/analytics/first_view', { signal }),
    enabled: ahead && hasStories,
    refetchInterval: askAgainMs,
    retry: false,
  });
  return { hasStories, seen: data ? data.seen : null };
}
