import Fade from '@mui/material/Fade';
import Modal from '@mui/material/Modal';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { prefersReducedMotion } from '../../theme/mode.ts';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import css from './Drawer.module.css';
import modal from './Modal.module.css';

/** Properties of a Drawer; with `onSubmit` its content is a form. */
export interface DrawerProps {
  open: boolean;
  title: string;
  subtitle?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** The fixed row at the bottom; an element in it with `data-push` goes to the right, with what follows. */
  footer?: ReactNode;
  onSubmit?: () => void;
  /** Nothing closes it, as while a save is on its way. */
  stays?: boolean;
}

/** A panel at the right, 540 wide (the whole width on a phone); its body scrolls, its footer stays. */
export function Drawer({ open, title, subtitle, onClose, children, footer, onSubmit, stays }: DrawerProps) {
  const id = useId();
  const close = stays ? () => undefined : onClose;
  const inside = (
    <>
      <div className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {subtitle ? <div className="t-small">{subtitle}</div> : null}
        </div>
        <IconButton label={t(kitWords.close)} size="bar" icon={<X />} disabled={stays} onClick={close} noTooltip />
      </div>
      <div className={css.body}>{children}</div>
      {footer ? (
        <div className={css.foot} data-kit="drawer-foot" data-bottom-bar>
          {footer}
        </div>
      ) : null}
    </>
  );
  return (
    <Modal
      open={open}
      onClose={close}
      closeAfterTransition
      slotProps={{ backdrop: { className: modal.backdrop, transitionDuration: prefersReducedMotion() ? 0 : 200 } }}
    >
      <Fade in={open} timeout={prefersReducedMotion() ? 0 : 200}>
        <div className={css.root} data-kit="drawer" role="dialog" aria-modal aria-labelledby={id} tabIndex={-1}>
          {onSubmit ? (
            <form
              className={modal.formThrough}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                event.stopPropagation();
                onSubmit();
              }}
            >
              {inside}
            </form>
          ) : (
            inside
          )}
        </div>
      </Fade>
    </Modal>
  );
}
