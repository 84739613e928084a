import { useGroupSearch } from '../../group/use-group-search.ts';

/** The longest watch time that can be asked for, in seconds. */
export const mostSeconds = 60;

/** What is counted again: null where it is still to be chosen. */
export type RecountQuestion = { by: 'rule'; seconds: number | null } | { by: 'moment'; at: number | null };

/** The seconds of a text from 0 to 60; null for anything else. */
export const secondsIn = (text: string): number | null => {
  const typed = text.trim().replace(',', '.');
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(typed)) return null;
  const seconds = Number(typed);
  return seconds <= mostSeconds ? seconds : null;
};

/** The question that an address holds as `rule`, `3`, `moment` or `at.1764000000`; null for anything else. */
export const recountQuestionIn = (text: string | null): RecountQuestion | null => {
  if (text === null) return null;
  if (text === 'rule') return { by: 'rule', seconds: null };
  if (text === 'moment') return { by: 'moment', at: null };
  const moment = /^at\.(\d{1,11})$/.exec(text);
  if (moment) return { by: 'moment', at: Number(moment[1]) };
  const seconds = secondsIn(text);
  return seconds === null ? null : { by: 'rule', seconds };
};

const textOf = (question: RecountQuestion): string =>
  question.by === 'rule'
    ? question.seconds === null
      ? 'rule'
      : String(question.seconds)
    : question.at === null
      ? 'moment'
      : `at.${question.at}`;

/** The question that the address of the page holds, and how one is asked and put away. */
export function useRecount() {
  const { search, set, open, close } = useGroupSearch();
  return {
    question: recountQuestionIn(search.get('whatif')),
    open: () => open({ whatif: 'rule' }),
    ask: (question: RecountQuestion) => set({ whatif: textOf(question) }),
    close: () => close('whatif', 'counted'),
    figure: search.get('counted'),
    chooseFigure: (id: string) => set({ counted: id }),
  };
}
