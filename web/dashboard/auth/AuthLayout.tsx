import { lazy, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Logo } from '../shell/Logo.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthLayout.module.css';
import { LegalLink, legalTexts } from './LegalLink.tsx';

// A decoration, which the form does not wait for, and which phones never load.
const SidePanel = lazy(async () => ({ default: (await import('./panel/SidePanel.tsx')).SidePanel }));

const wide = '(min-width: 900px)';

function useWide(): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(wide).matches);
  useEffect(() => {
    const query = window.matchMedia(wide);
    const update = () => setMatches(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return matches;
}

/** The frame of the pages before the sign-in: the form on the surface, beside it (from 900 px) the panel, which begins with a voice. */
export function AuthLayout({ title, voice = 0, children }: { title: string; voice?: number; children: ReactNode }) {
  const panel = useWide();
  useEffect(() => {
    document.title = t(authWords.pageTitle, { title });
    return () => {
      document.title = t(authWords.storyrail);
    };
  }, [title]);
  return (
    <div className={css.root}>
      <div className={css.side}>
        <header>
          <Link to="/login" aria-label={t(authWords.storyrailToSignIn)}>
            <Logo />
          </Link>
        </header>
        <main className={css.main} data-voice={voice}>
          {children}
        </main>
        <footer className={css.foot}>
          {t(authWords.copyright, { fullYear: new Date().getFullYear() })}
          {legalTexts.map((page) => (
            <LegalLink key={page} page={page}>
              {page === 'terms' ? t(authWords.terms) : t(authWords.privacy)}
            </LegalLink>
          ))}
        </footer>
      </div>
      {panel ? (
        <aside className={css.panel} aria-label={t(authWords.quotes)}>
          <LazyPart>
            <SidePanel key={voice} voice={voice} />
          </LazyPart>
        </aside>
      ) : null}
    </div>
  );
}
