import { Link } from 'react-router';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { useLaterSignIn } from './use-later-sign-in.ts';

/** Says that somebody has joined a team, and opens the sign-in after 8 seconds. */
export function JoinedTeam() {
  useLaterSignIn(true);
  return (
    <AuthLayout title={t(authWords.joinedTitle)}>
      <div role="status">
        <h1>{t(authWords.joinedTitle)}</h1>
      </div>
      <p className={css.lead}>{t(authWords.joinedText)}</p>
      <div className={css.links}>
        <Link to="/login" replace>
          {t(authWords.signInNow)}
        </Link>
      </div>
    </AuthLayout>
  );
}
