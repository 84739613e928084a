import { ArrowRight, Check } from 'lucide-react';
import { Link } from 'react-router';
import { Card } from '../kit/Card.tsx';
import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';
import css from './StepList.module.css';
import type { Step } from './use-steps.ts';

function Inside({ step: { done, title, text }, number }: { step: Step; number: number }) {
  return (
    <>
      <span className={`${css.number} num`} data-done={done || undefined}>
        {done ? <Check size={16} strokeWidth={2} aria-hidden /> : number}
        {done ? <span className="visually-hidden">{t(helpWords.done)} </span> : null}
      </span>
      <span>
        <span className={css.title}>{title}</span>
        <span className={css.text}>{text}</span>
      </span>
    </>
  );
}

/** Steps side by side: what is done is ticked, all else leads to where it is done, the next one first of all. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ done }) => !done);
  return (
    <ol className={css.root}>
      {steps.map((step, index) => (
        <Card key={step.to} as="li" padded={false} selected={step === next}>
          {step.done ? (
            <div className={css.step}>
              <Inside step={step} number={index + 1} />
            </div>
          ) : (
            <Link className={css.step} to={step.to} aria-current={step === next ? 'step' : undefined}>
              <Inside step={step} number={index + 1} />
              <ArrowRight size={16} aria-hidden />
            </Link>
          )}
        </Card>
      ))}
    </ol>
  );
}
