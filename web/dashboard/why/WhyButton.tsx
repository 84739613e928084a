import { CircleHelp } from 'lucide-react';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { t } from '../words/t.ts';
import { whyWords } from '../words/why.en.ts';
import { figureName, type NamedFigure } from './names.ts';
import { type AskedAnswers, type AskedFigure, useWhy, type WhySubject } from './use-why.ts';

/** Properties of a WhyButton; a figure of answers is called by its `name`. */
export type WhyButtonProps = { of: WhySubject; className?: string } & (
  | { figure: NamedFigure; name?: never; answers?: never }
  | { figure: AskedFigure; name: string; answers: AskedAnswers }
);

/** Opens what a figure is made of, beside a figure that is a button itself. */
export function WhyButton(props: WhyButtonProps) {
  const { figure, of, answers, className } = props;
  const { ask } = useWhy();
  return (
    <IconButton
      size="small"
      {...(className ? { className } : {})}
      label={t(whyWords.whyFigure, { figure: props.name ?? figureName(props.figure) })}
      icon={<CircleHelp />}
      onClick={() => ask(figure, of, answers)}
    />
  );
}
