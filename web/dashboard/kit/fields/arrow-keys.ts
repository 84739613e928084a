import type { KeyboardEvent } from 'react';

/** Moves the focus up and down among the buttons of a list by the arrow keys. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || !list) return;
  event.preventDefault();
  const buttons = [...list.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
}
