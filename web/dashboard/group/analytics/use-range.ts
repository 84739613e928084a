import { useGroupSearch } from '../use-group-search.ts';
import { presetOf, rangeOf } from './date-range.ts';

/** The range of UTC days that the address names, its preset, and the function that changes it. */
export function useRange() {
  const { search, set } = useGroupSearch();
  const [preset, from, to] = [search.get('range'), search.get('from'), search.get('to')];
  return {
    preset: presetOf(preset, from, to),
    range: rangeOf(preset, from, to, Date.now() / 1000),
    choose: (next: string) => set({ range: next === 'week' ? null : next, from: null, to: null }),
    pick: (first: string, last: string) =>
      set({ range: null, from: first < last ? first : last, to: first < last ? last : first }),
  };
}
