import { type WhyFigure, type WhyScope, whyFigures, whyScopes } from '#contracts/stats/why-figures.ts';
import { useGroupSearch } from '../group/use-group-search.ts';

/** A figure that can be asked about: those that are counted, and the rate that is made of two of them. */
export type AskedFigure = WhyFigure | 'ctr';

/** Of what a figure is asked. */
export interface WhySubject {
  scope: WhyScope;
  id: string;
}

const figures: readonly string[] = [...whyFigures, 'ctr'];
const scopes: readonly string[] = whyScopes;

/** The question that an address holds as `reach.group.<id>`; null for anything else. */
export const questionIn = (text: string | null): (WhySubject & { figure: AskedFigure }) | null => {
  const [figure = '', scope = '', id = '', more] = (text ?? '').split('.');
  if (!figures.includes(figure) || !scopes.includes(scope) || !/^[0-9a-f-]{36}$/.test(id) || more !== undefined)
    return null;
  return { figure: figure as AskedFigure, scope: scope as WhyScope, id };
};

/** The question that the address of the page holds, and how one is asked and put away. */
export function useWhy() {
  const { search, set } = useGroupSearch();
  return {
    question: questionIn(search.get('why')),
    ask: (figure: AskedFigure, { scope, id }: WhySubject) => set({ why: `${figure}.${scope}.${id}` }, { push: true }),
    close: () => set({ why: null }),
  };
}
