import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../kit/Button.tsx';
import { Logo } from '../shell/Logo.tsx';
import css from './ShowcaseBar.module.css';

/** The top bar of the public page: whose page it is, that nothing counts, and its link to copy. */
export function ShowcaseBar() {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard?.writeText(window.location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <header className={css.bar}>
      <Logo />
      <span className={css.slash} aria-hidden />
      <span className="t-body">Showcase</span>
      <span className={`${css.counts} t-small`}>Preview. Nothing here counts in your analytics.</span>
      <Button icon={copied ? <Check aria-hidden /> : <Link2 aria-hidden />} onClick={copy}>
        {copied ? 'Copied' : 'Copy link'}
      </Button>
    </header>
  );
}
