import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { swallowClick } from './swallow-click.ts';

const holdTime = 400;
const slack = 8;

/** Handlers that call back when a finger was held still and lifted again; the click that follows does nothing. */
export function useTouchHold(onHold: () => void) {
  const start = useRef<{ x: number; y: number; at: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      const own = event.currentTarget.contains(event.target as Node);
      const touch = event.pointerType === 'touch' && own;
      start.current = touch ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (!from || event.timeStamp - from.at < holdTime) return;
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > slack) return;
      swallowClick();
      onHold();
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onContextMenu: (event: MouseEvent) => {
      if (start.current) event.preventDefault();
    },
  };
}
