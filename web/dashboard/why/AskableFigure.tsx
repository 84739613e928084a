import type { ReactNode } from 'react';
import { t } from '../words/t.ts';
import { whyWords } from '../words/why.en.ts';
import { type AskedAnswers, type AskedFigure, useWhy, type WhySubject } from './use-why.ts';

/** A figure that opens what it is made of; `quiet` ones are left out by the tab key, where a table has hundreds. */
export function AskableFigure(props: {
  figure: AskedFigure;
  of: WhySubject;
  answers?: AskedAnswers;
  quiet?: boolean;
  children: ReactNode;
}) {
  const { figure, of, answers, quiet, children } = props;
  const { ask } = useWhy();
  return (
    <button
      type="button"
      data-kit="askable"
      title={t(whyWords.why)}
      tabIndex={quiet ? -1 : undefined}
      onClick={() => ask(figure, of, answers)}
    >
      {children}
    </button>
  );
}
