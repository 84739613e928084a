import { Link, useLocation } from 'react-router';
import { getSession } from '../api/session.ts';
import { Topics } from '../help/Topics.tsx';
import { waysBack } from '../help/ways-back.ts';
import { authWords } from '../words/auth.en.ts';
import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';
import authForms from './AuthForms.module.css';
import css from './SignInHelp.module.css';

/** Help for whoever can't sign in, which takes no session; whoever has one goes back to the dashboard. */
export default function SignInHelp() {
  const { search } = useLocation();
  const isIn = getSession() !== null;
  return (
    <>
      <p className={authForms.lead}>{t(helpWords.wayBackText)}</p>
      <div className={css.topics}>
        <Topics of={waysBack} unlinked={!isIn} />
      </div>
      <Link to={isIn ? '/' : `/login${search}`}>{isIn ? t(helpWords.backToDashboard) : t(authWords.backToSignIn)}</Link>
    </>
  );
}
