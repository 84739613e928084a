import { type RefObject, useEffect, useRef } from 'react';

/** Has the button that opens the checklist take the focus once the list is closed, unless something else has it by then. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}
