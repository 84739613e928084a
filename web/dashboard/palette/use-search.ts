import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchHit } from '#contracts/api/search.ts';
import { http } from '../api/http.ts';

const settleMs = 50;

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** What the search finds for a text; the former answer stays in sight until the next one comes. */
export function useSearch(text: string): { hits: SearchHit[]; waiting: boolean; failed: boolean; retry: () => void } {
  const wanted = text.trim();
  const q = useSettled(wanted);
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => http.get<SearchHit[]>('/search', { signal, query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  return {
    hits: wanted === '' ? [] : (data ?? []),
    waiting: wanted !== '' && (q !== wanted || isFetching),
    failed: wanted !== '' && isError,
    retry: () => void refetch(),
  };
}
