import type { ReactNode } from 'react';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import css from './BulkParts.module.css';

/** A quiet button on the dark bar; a reason keeps it reachable and says why it does nothing. */
export function BulkButton(props: {
  icon: ReactNode;
  children: string;
  disabledReason?: string | undefined;
  onClick: () => void;
}) {
  const { icon, children, disabledReason, onClick } = props;
  return (
    <Tooltip text={disabledReason}>
      <button
        type="button"
        className={css.button}
        aria-disabled={disabledReason ? true : undefined}
        onClick={disabledReason ? undefined : onClick}
      >
        {icon}
        {children}
      </button>
    </Tooltip>
  );
}
