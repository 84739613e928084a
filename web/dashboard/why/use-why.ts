import { type WhyFigure, type WhyScope, whyFigures, whyScopes } from '#contracts/stats/why-figures.ts';
import { useGroupSearch } from '../group/use-group-search.ts';

/** A figure that can be asked about: those that are counted, and the rate that is made of two of them. */
export type AskedFigure = WhyFigure | 'ctr';

/** One thing of which there are figures. */
export interface OneSubject {
  scope: WhyScope;
  id: string;
}

/** Of what a figure is asked: of one thing, or of all together that its page shows the figures of. */
export type WhySubject = OneSubject | 'together';

/** A figure that is asked about, and of what. */
export interface WhyQuestion {
  figure: AskedFigure;
  of: WhySubject;
}

const figures: readonly string[] = [...whyFigures, 'ctr'];
const scopes: readonly string[] = whyScopes;

/** The question that an address holds as `reach.group.<id>` or `reach.together`; null for anything else. */
export const questionIn = (text: string | null): WhyQuestion | null => {
  const [name = '', scope = '', id, more] = (text ?? '').split('.');
  if (!figures.includes(name) || more !== undefined) return null;
  const figure = name as AskedFigure;
  if (scope === 'together' && id === undefined) return { figure, of: scope };
  if (!scopes.includes(scope) || !/^[0-9a-f-]{36}$/.test(id ?? '')) return null;
  return { figure, of: { scope: scope as WhyScope, id: id! } };
};

/** The question that the address of the page holds, and how one is asked and put away. */
export function useWhy() {
  const { search, open, close } = useGroupSearch();
  return {
    question: questionIn(search.get('why')),
    ask: (figure: AskedFigure, of: WhySubject) =>
      open({ why: of === 'together' ? `${figure}.${of}` : `${figure}.${of.scope}.${of.id}` }),
    close: () => close('why'),
  };
}
