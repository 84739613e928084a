import { useGroupSearch } from '../use-group-search.ts';
import { type PresetId, presetOf, rangeOf } from './date-range.ts';

/** The range of UTC days that the address names, else the usual one, its preset, and the function that changes it. */
export function useRange(usual: PresetId = 'week') {
  const { search, set } = useGroupSearch();
  const [preset, from, to] = [search.get('range'), search.get('from'), search.get('to')];
  return {
    preset: presetOf(preset, from, to, usual),
    range: rangeOf(preset, from, to, Date.now() / 1000, usual),
    choose: (next: string) => set({ range: next === usual ? null : next, from: null, to: null }),
    pick: (first: string, last: string) =>
      set({ range: null, from: first < last ? first : last, to: first < last ? last : first }),
  };
}
