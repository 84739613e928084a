import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import css from './Bubble.module.css';

/** The text of a Tooltip, over or under what it belongs to; loaded at the first one, as no page needs it to be shown. */
export default function Bubble({ id, text, anchor }: { id: string; text: string; anchor: Element }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bubble = ref.current;
    if (!bubble) return;
    const box = anchor.getBoundingClientRect();
    const own = bubble.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), window.innerWidth - own.width - 8);
    const above = box.top - own.height - 6;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${above >= 8 ? above : box.bottom + 6}px`;
  });
  return createPortal(
    <div ref={ref} id={id} role="tooltip" className={css.root}>
      {text}
    </div>,
    // In the page's landmark, where readers find it; what stands over the page has no landmark of its own.
    anchor.closest('main') ?? document.body,
  );
}
