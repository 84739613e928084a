import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dayAfterKey } from './calendar-days.ts';

/** The day that the keyboard stands on in a calendar, unix milliseconds; the focus follows it when a key moved it. */
export function useDayCursor(begin: number) {
  const [cursor, setCursor] = useState(begin);
  const days = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor
  useEffect(() => {
    if (moved.current) days.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus();
    moved.current = false;
  }, [cursor]);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = dayAfterKey(event.key, cursor);
    if (target === undefined) return;
    event.preventDefault();
    moved.current = true;
    setCursor(target);
  };
  return { cursor, setCursor, days, onKeyDown };
}
