import { Check, Link2 } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { useCopied } from '../kit/buttons/use-copied.ts';
import { Logo } from '../shell/Logo.tsx';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import css from './ShowcaseBar.module.css';

/** The top bar of a public page: what it is, that nothing counts, and its link to copy. */
export function ShowcaseBar({ name = t(showcaseWords.showcase) }: { name?: string }) {
  const { copied, copy } = useCopied();
  return (
    <header className={css.bar}>
      <Logo />
      <span className={css.slash} aria-hidden />
      <span className="t-body">{name}</span>
      <span className={`${css.counts} t-small`}>{t(showcaseWords.previewNote)}</span>
      <Button icon={copied ? <Check aria-hidden /> : <Link2 aria-hidden />} onClick={() => copy(window.location.href)}>
        {copied ? t(showcaseWords.copied) : t(showcaseWords.copyLink)}
      </Button>
    </header>
  );
}
