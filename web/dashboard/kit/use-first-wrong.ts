import { useEffect, useRef } from 'react';

/**
 * Leads to what is wrong in a form: after `toFirst`, the first wrong field inside the element that holds `body` takes the
 * focus, and is scrolled to, as soon as `errors` are marked.
 */
export function useFirstWrong(errors: object) {
  const body = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wrong field can take the focus once it is marked
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] button')?.focus();
  }, [errors]);
  return {
    body,
    toFirst: () => {
      asked.current = true;
    },
  };
}
