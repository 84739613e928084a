import { Check, Link2 } from 'lucide-react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from './IconButton.tsx';
import { useCopied } from './use-copied.ts';

/** Copies the address of this page with one parameter set; for two seconds it says 'Copied'. */
export function CopyLink({ label, name, value }: { label: string; name: string; value: string }) {
  const { copied, copy } = useCopied();
  return (
    <IconButton
      label={copied ? t(kitWords.copied) : label}
      icon={copied ? <Check /> : <Link2 />}
      onClick={() => {
        const link = new URL(window.location.href);
        link.searchParams.set(name, value);
        copy(link.href);
      }}
    />
  );
}
