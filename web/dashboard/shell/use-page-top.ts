import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Begins a page at its top, wherever the one before was scrolled to; back and forward are left to the browser. */
export function usePageTop(): void {
  const { pathname } = useLocation();
  const way = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (way !== 'POP') window.scrollTo({ top: 0 });
  }, [pathname, way]);
}
