import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import css from '../auth/AuthForms.module.css';
import { AuthLayout } from '../auth/AuthLayout.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';

/** Shown for an address that no page has. */
export function Component() {
  return (
    <AuthLayout title={t(authWords.pageNotFound)}>
      <span className={css.tile}>
        <Compass size={22} aria-hidden />
      </span>
      <h1>{t(authWords.pageNotFound)}</h1>
      <p className={css.lead}>{t(authWords.pageNotFoundText)}</p>
      <div className={css.links}>
        <Link to="/">{t(authWords.backToYourStories)}</Link>
      </div>
    </AuthLayout>
  );
}
