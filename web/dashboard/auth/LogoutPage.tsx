import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { getSession } from '../api/session.ts';
import { signOut } from '../api/sign-in.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';

/** Ends the session and shows the sign-in. An address that was opened from elsewhere asks first. */
export function Component() {
  const navigate = useNavigate();
  // Only the first page of a visit has this key: whoever came by a link of the dashboard has another.
  const fromElsewhere = useLocation().key === 'default';
  const [asking, setAsking] = useState(() => fromElsewhere && getSession() !== null);
  useEffect(() => {
    if (asking) return;
    signOut().finally(() => {
      // Staff who acted as somebody are still signed in as themselves.
      if (getSession()) window.location.assign('/admin');
      else navigate('/login', { replace: true });
    });
  }, [asking, navigate]);
  if (!asking) return <Loading label={t(authWords.signingOut)} />;
  return (
    <AuthLayout title={t(authWords.askSignOut)}>
      <h1>{t(authWords.askSignOut)}</h1>
      <p className={css.lead}>{t(authWords.askSignOutText)}</p>
      <div className={css.links}>
        <Button variant="primary" size="large" onClick={() => setAsking(false)}>
          {t(authWords.signOut)}
        </Button>
        <Link to="/">{t(authWords.goToDashboard)}</Link>
      </div>
    </AuthLayout>
  );
}
