import { CircleHelp } from 'lucide-react';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { t } from '../words/t.ts';
import { whyWords } from '../words/why.en.ts';
import { figureName } from './names.ts';
import { type AskedFigure, useWhy, type WhySubject } from './use-why.ts';

/** Opens what a figure is made of, beside a figure that is a button itself. */
export function WhyButton({ figure, of, className }: { figure: AskedFigure; of: WhySubject; className?: string }) {
  const { ask } = useWhy();
  return (
    <IconButton
      size="small"
      {...(className ? { className } : {})}
      label={t(whyWords.whyFigure, { figure: figureName(figure) })}
      icon={<CircleHelp />}
      onClick={() => ask(figure, of)}
    />
  );
}
