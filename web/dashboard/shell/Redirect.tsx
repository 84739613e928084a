import { use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type To, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router';

/**
 * Leads from the address that shows it to another one, which takes its place in the history. Unlike react-router's Navigate
 * it asks the router itself, which is ahead of what React has drawn: whoever has pressed a link meanwhile goes there.
 */
export function Redirect({ to, state }: { to: To; state?: unknown }) {
  const data = use(UNSAFE_DataRouterContext);
  if (!data) throw new Error('Redirect outside of the router');
  const { router } = data;
  const navigate = useNavigate();
  const { key } = useLocation();
  const restingAt = () => (router.state.navigation.state === 'idle' ? router.state.location.key : null);
  const at = useSyncExternalStore(router.subscribe, restingAt);
  // Where it leads is read when the router comes to rest.
  const lead = useEffectEvent(() => {
    if (restingAt() === key) navigate(to, { replace: true, state });
  });
  useEffect(() => {
    if (at === key) lead();
  }, [at, key]);
  return null;
}
