/** What keys do in the viewer; `forward` and `backward` are already mirrored for right-to-left. */
export type KeyActions = {
  forward(): void;
  backward(): void;
  group(by: 1 | -1): void;
  edge(end: 'first' | 'last'): void;
  pause(): void;
  mute(): void;
  close(): void;
};

/** Handles keys of the dialog and keeps Tab inside it when it is modal; the page's own shortcuts stay quiet. */
export function watchKeys(dialog: HTMLDialogElement, rtl: boolean, modal: boolean, act: KeyActions): void {
  const table = new Map<string, () => void>([
    ['ArrowRight', rtl ? act.backward : act.forward],
    ['ArrowLeft', rtl ? act.forward : act.backward],
    ['ArrowDown', () => act.group(1)],
    ['ArrowUp', () => act.group(-1)],
    ['PageDown', () => act.group(1)],
    ['PageUp', () => act.group(-1)],
    ['Home', () => act.edge('first')],
    ['End', () => act.edge('last')],
    ['Escape', act.close],
    ['m', act.mute],
    ['M', act.mute],
  ]);
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Tab') {
      if (modal) keepFocus(dialog, event);
      return;
    }
    // On a focused button Space is that button's.
    const handler = event.key === ' ' && event.target === dialog ? act.pause : table.get(event.key);
    if (!handler) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith('Arrow')) handler();
  });
}

function keepFocus(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('button,a[href]')].filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const active = (dialog.getRootNode() as ShadowRoot).activeElement;
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (active === edge || (event.shiftKey && active === dialog)) {
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  }
}
