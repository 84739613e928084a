import { Check, type LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '../../kit/buttons/Button.tsx';
import { useCopied } from '../../kit/buttons/use-copied.ts';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';

/** Properties of a CopyText; the rest is the button's. */
export interface CopyTextProps extends Pick<ButtonProps, 'className' | 'variant'> {
  text: string;
  label: string;
  icon: LucideIcon;
}

/** A button that copies a text; for two seconds it says 'Copied'. */
export function CopyText({ text, label, icon: Icon, ...button }: CopyTextProps) {
  const { copied, copy } = useCopied();
  return (
    <>
      <Button {...button} icon={copied ? <Check aria-hidden /> : <Icon aria-hidden />} onClick={() => copy(text)}>
        {copied ? t(kitWords.copied) : label}
      </Button>
      <span role="status" className="visually-hidden">
        {copied ? t(kitWords.copied) : ''}
      </span>
    </>
  );
}
