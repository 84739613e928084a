import { queryOptions } from '@tanstack/react-query';
import { http } from '../../api/http.ts';

/** All countries by code and English name, sorted by name. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => http.get<{ code: string; name: string }[]>('/countries', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
