import {
  isAnswerFigure,
  type WhyFigure,
  type WhyScope,
  type WhyType,
  whyFigures,
  whyScopes,
  whyTypes,
} from '#contracts/stats/why-figures.ts';
import { useGroupSearch } from '../group/use-group-search.ts';

/** A figure that can be asked about: those that are counted, and the rates that are made of two of them. */
export type AskedFigure = WhyFigure | 'ctr' | 'response_rate';

/** Which answers a figure of answers is of: of a type, to one component of a story, with one value. */
export interface AskedAnswers {
  type: WhyType;
  component_id?: string;
  answer?: string;
}

/** One thing of which there are figures. */
export interface OneSubject {
  scope: WhyScope;
  id: string;
}

/** Of what a figure is asked: of one thing, or of all together that its page shows the figures of. */
export type WhySubject = OneSubject | 'together';

/** A figure that is asked about, and of what; `answers` of a figure of answers. */
export interface WhyQuestion {
  figure: AskedFigure;
  of: WhySubject;
  answers?: AskedAnswers | undefined;
}

const figures: readonly string[] = [...whyFigures, 'ctr', 'response_rate'];
const scopes: readonly string[] = whyScopes;
const types: readonly string[] = whyTypes;

// Ids of components and answers may hold whatever a text may.
const asPart = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E');
const fromPart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const isOfAnswers = (figure: string): boolean => isAnswerFigure(figure) || figure === 'response_rate';

/** The answers that the last parts of an address name; undefined where there are none, null for anything else. */
const answersIn = (figure: string, parts: readonly string[]): AskedAnswers | undefined | null => {
  if (!isOfAnswers(figure)) return parts.length === 0 ? undefined : null;
  const [type = '', component, answer, more] = parts;
  if (!types.includes(type) || more !== undefined) return null;
  return {
    type: type as WhyType,
    ...(component === undefined ? {} : { component_id: fromPart(component) }),
    ...(answer === undefined ? {} : { answer: fromPart(answer) }),
  };
};

/**
 * The question that an address holds as `reach.group.<id>` or `reach.together`, of answers as
 * `response_count.story.<id>.<type>.<component>.<answer>`; null for anything else.
 */
export const questionIn = (text: string | null): WhyQuestion | null => {
  const [name = '', scope = '', ...parts] = (text ?? '').split('.');
  if (!figures.includes(name)) return null;
  const id = scope === 'together' ? '' : parts.shift();
  const answers = answersIn(name, parts);
  if (answers === null) return null;
  const figure = name as AskedFigure;
  if (scope === 'together') return { figure, of: scope, answers };
  if (!scopes.includes(scope) || !/^[0-9a-f-]{36}$/.test(id ?? '')) return null;
  return { figure, of: { scope: scope as WhyScope, id: id! }, answers };
};

/** The same question as an address holds it. */
export const questionText = ({ figure, of, answers }: WhyQuestion): string =>
  [
    figure,
    ...(of === 'together' ? [of] : [of.scope, of.id]),
    ...(answers ? [answers.type] : []),
    ...(answers?.component_id === undefined ? [] : [asPart(answers.component_id)]),
    ...(answers?.answer === undefined ? [] : [asPart(answers.answer)]),
  ].join('.');

/** The question that the address of the page holds, and how one is asked and put away. */
export function useWhy() {
  const { search, open, close } = useGroupSearch();
  return {
    question: questionIn(search.get('why')),
    ask: (figure: AskedFigure, of: WhySubject, answers?: AskedAnswers) =>
      open({ why: questionText({ figure, of, answers }) }),
    close: () => close('why'),
  };
}
