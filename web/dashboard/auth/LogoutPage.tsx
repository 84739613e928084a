import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { getSession } from '../api/session.ts';
import { signOut } from '../api/sign-in.ts';
import { Loading } from '../kit/states/Skeleton.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';

/** Ends the session and shows the sign-in. */
export function Component() {
  const navigate = useNavigate();
  useEffect(() => {
    signOut().finally(() => {
      // Staff who acted as somebody are still signed in as themselves.
      if (getSession()) window.location.assign('/admin');
      else navigate('/login', { replace: true });
    });
  }, [navigate]);
  return <Loading label={t(authWords.signingOut)} />;
}
