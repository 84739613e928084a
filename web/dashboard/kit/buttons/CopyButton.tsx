import { Check, Copy } from 'lucide-react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from './IconButton.tsx';
import { useCopied } from './use-copied.ts';

/** Copies a text; for two seconds it says 'Copied'. */
export function CopyButton({ text, label = t(kitWords.copy) }: { text: string; label?: string }) {
  const { copied, copy } = useCopied();
  return (
    <>
      <IconButton
        size="small"
        label={copied ? t(kitWords.copied) : label}
        icon={copied ? <Check /> : <Copy />}
        onClick={() => copy(text)}
      />
      <span role="status" className="visually-hidden">
        {copied ? t(kitWords.copied) : ''}
      </span>
    </>
  );
}
