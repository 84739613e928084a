import MuiPopover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';
import css from './Popover.module.css';

/** Properties of a Popover; it is open while it has an anchor. */
export interface PopoverProps {
  anchor: HTMLElement | null;
  onClose: () => void;
  label: string;
  children: ReactNode;
  align?: 'start' | 'end';
  width?: number;
  /** At the side of its anchor that has room, and pointing to it, where the window is wide; else below. */
  beside?: boolean;
}

const wide = window.matchMedia('(min-width: 900px)');

/** How far from its anchor's middle the top of what stands beside it is, and how far from its edge the side, px. */
const [rise, away] = [72, 10];

/** The side of an anchor where a surface of a width has room; null where none has. */
const sideOf = (anchor: HTMLElement, width: number): 'left' | 'right' | null => {
  const { left, right } = anchor.getBoundingClientRect();
  const needed = width + away + 16;
  if (window.innerWidth - right >= needed) return 'right';
  return left >= needed ? 'left' : null;
};

/** A small surface beside its anchor with any content; focus stays inside, Escape closes. */
export function Popover({ anchor, onClose, label, children, align = 'start', width, beside }: PopoverProps) {
  const [point, setPoint] = useState<number | null>(null);
  const [kept, setKept] = useState<'left' | 'right' | null>(null);
  const horizontal = align === 'end' ? 'right' : 'left';
  const found = anchor && beside && wide.matches ? sideOf(anchor, width ?? 0) : null;
  // While it fades away it stays where it was.
  if (anchor && found !== kept) setKept(found);
  const side = kept;
  return (
    <MuiPopover
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      transitionDuration={180}
      anchorOrigin={side ? { vertical: 'center', horizontal: side } : { vertical: 'bottom', horizontal }}
      transformOrigin={
        side
          ? { vertical: rise, horizontal: side === 'right' ? -away : (width ?? 0) + away }
          : { vertical: 'top', horizontal }
      }
      slotProps={{
        transition: {
          // Where it comes to stand is known once it does: a window's edge moves it.
          onEntering: (paper: HTMLElement) =>
            requestAnimationFrame(() => {
              if (!anchor) return;
              const { top, height } = anchor.getBoundingClientRect();
              setPoint(top + height / 2 - paper.offsetTop);
            }),
        },
        paper: {
          role: 'dialog',
          'aria-label': label,
          className: side ? (css.beside ?? '') : '',
          ...{ 'data-side': side ?? undefined },
          style: {
            width,
            margin: side ? 0 : '4px 0 0',
            maxWidth: 'calc(100vw - 24px)',
            ...(point !== null && { '--point': `${point}px` }),
          },
        },
      }}
    >
      {children}
    </MuiPopover>
  );
}
