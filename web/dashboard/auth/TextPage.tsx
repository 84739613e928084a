import { lazy, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Logo } from '../shell/Logo.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './TextPage.module.css';

// Each is loaded where it is read: the document's script, which the sign-in loads too, names this page alone.
const LegalText = lazy(() => import('./LegalText.tsx'));
const SignInHelp = lazy(() => import('./SignInHelp.tsx'));

const texts = [
  { path: /^\/terms/i, title: t(authWords.termsTitle), text: <LegalText page="terms" /> },
  { path: /^\/privacy/i, title: t(authWords.privacyTitle), text: <LegalText page="privacy" /> },
  { path: /^/, title: t(authWords.helpTitle), text: <SignInHelp /> },
];

/** A page to read, for anybody: a legal text, or the help for whoever can't sign in. The logo leads to the dashboard, or to the sign-in. */
export function Component() {
  const { pathname } = useLocation();
  const { title, text } = texts.find(({ path }) => path.test(pathname))!;
  useEffect(() => {
    document.title = t(authWords.pageTitle, { title });
  }, [title]);
  return (
    <div className={css.root}>
      <header>
        <Link to="/" aria-label={t(authWords.storyrailToSignIn)}>
          <Logo />
        </Link>
      </header>
      <main className={css.main}>
        <h1>{title}</h1>
        <LazyPart failed={<ErrorState title={t(authWords.legalDidNotLoad)} onRetry={() => window.location.reload()} />}>
          {text}
        </LazyPart>
      </main>
    </div>
  );
}
