import { Check, Copy } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { useCopied } from './use-copied.ts';

/** Copies a text; for two seconds it says 'Copied'. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { copied, copy } = useCopied();
  return (
    <>
      <IconButton
        size="small"
        label={copied ? 'Copied' : label}
        icon={copied ? <Check /> : <Copy />}
        onClick={() => copy(text)}
      />
      <span role="status" className="visually-hidden">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
