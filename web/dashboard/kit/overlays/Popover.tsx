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
}

/** A small surface beside its anchor with any content; focus stays inside, Escape closes. */
export function Popover({ anchor, onClose, label, children, align = 'start', width }: PopoverProps) {
  const horizontal = align === 'end' ? 'right' : 'left';
  return (
    <MuiPopover
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      transitionDuration={180}
      anchorOrigin={{ vertical: 'bottom', horizontal }}
      transformOrigin={{ vertical: 'top', horizontal }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': label, style: { width, marginTop: 4, maxWidth: 'calc(100vw - 24px)' } },
      }}
    >
      {children}
    </MuiPopover>
  );
}
