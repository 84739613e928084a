import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CameBack } from '../../../auth/social/way.ts';

/** Says once, to somebody who comes back from a provider, what came of connecting their account there. */
export function useReturned(): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const returned = (state as Partial<CameBack> | null)?.returned;
  useEffect(() => {
    if (!returned) return;
    notify(returned.text ?? '', { type: returned.type });
    navigate(pathname + search, { replace: true, state: null });
  }, [returned, pathname, search, navigate, notify]);
}
