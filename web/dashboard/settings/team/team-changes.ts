import type { QueryKey } from '@tanstack/react-query';
import { teamQuery } from '../../shell/session/session-queries.ts';

/** The key of what was done in the team lately. */
export const latestInTeam = ['audit', 'team'] as const;

/** The queries that an act on the team changes. */
export const changesOfTeam: readonly QueryKey[] = [teamQuery.queryKey, latestInTeam, ['app-people']];
