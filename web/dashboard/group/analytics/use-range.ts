import { useGroupSearch } from '../use-group-search.ts';
import { type PresetId, presetOf, rangeOf } from './date-range.ts';

/**
 * The range of UTC days that the address names, else the usual one, its preset, and the functions that change it; each step
 * can be gone back. With `named` choosing the usual one is written to the address, too.
 */
export function useRange(usual: PresetId = 'week', named = false) {
  const { search, set } = useGroupSearch();
  const [preset, from, to] = [search.get('range'), search.get('from'), search.get('to')];
  return {
    preset: presetOf(preset, from, to, usual),
    range: rangeOf(preset, from, to, Date.now() / 1000, usual),
    choose: (next: string) =>
      set({ range: next === usual && !named ? null : next, from: null, to: null }, { push: true }),
    pick: (first: string, last: string) =>
      set({ range: null, from: first < last ? first : last, to: first < last ? last : first }, { push: true }),
  };
}
