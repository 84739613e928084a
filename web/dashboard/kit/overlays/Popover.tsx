import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';

/** Properties of a Popover; it is open while it has an anchor. */
export interface PopoverProps {
  anchor: HTMLElement | null;
  onClose: () => void;
  label: string;
  children: ReactNode;
  align?: 'start' | 'end';
  width?: number;
  /** Right of its anchor where the window is wide, not below. */
  beside?: boolean;
}

const wide = window.matchMedia('(min-width: 900px)');

/** A small surface beside its anchor with any content; focus stays inside, Escape closes. */
export function Popover({ anchor, onClose, label, children, align = 'start', width, beside }: PopoverProps) {
  const horizontal = align === 'end' ? 'right' : 'left';
  const isBeside = beside && wide.matches;
  return (
    <MuiPopover
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      transitionDuration={180}
      anchorOrigin={isBeside ? { vertical: 'center', horizontal: 'right' } : { vertical: 'bottom', horizontal }}
      transformOrigin={isBeside ? { vertical: 72, horizontal: 'left' } : { vertical: 'top', horizontal }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          style: { width, margin: isBeside ? '0 0 0 10px' : '4px 0 0', maxWidth: 'calc(100vw - 24px)' },
        },
      }}
    >
      {children}
    </MuiPopover>
  );
}
