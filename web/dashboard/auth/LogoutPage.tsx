import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '../api/sign-in.ts';
import { Loading } from '../kit/Skeleton.tsx';

/** Ends the session and shows the sign-in. */
export function Component() {
  const navigate = useNavigate();
  useEffect(() => {
    signOut().finally(() => navigate('/login', { replace: true }));
  }, [navigate]);
  return <Loading label="Signing out" />;
}
