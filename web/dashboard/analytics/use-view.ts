import { useGroupSearch } from '../group/use-group-search.ts';
import type { FiguresScope } from './use-scope.ts';

/** Which of the page's two views the address names; web apps have no interactive components. */
export function useView({ apps }: FiguresScope) {
  const { search, set } = useGroupSearch();
  const onlyWeb = apps.length > 0 && apps.every(({ store_type }) => store_type === 'web');
  return {
    onlyWeb,
    isInteraction: search.get('view') === 'interaction' && !onlyWeb,
    choose: (view: 'performance' | 'interaction') =>
      set({ view: view === 'interaction' ? view : null, answers: null, days: null }, { push: true }),
  };
}
