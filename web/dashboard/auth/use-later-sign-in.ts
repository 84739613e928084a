import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** How long a page that has nothing more to offer stays before the sign-in opens, in milliseconds. */
const signInPause = 8000;

/** Opens the sign-in by itself after a pause while `waiting`, and leaves the page out of the way back. */
export function useLaterSignIn(waiting: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => navigate('/login', { replace: true }), signInPause);
    return () => clearTimeout(timer);
  }, [waiting, navigate]);
}
