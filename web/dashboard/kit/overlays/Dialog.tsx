import Modal from '@mui/material/Modal';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import css from './Dialog.module.css';
import modalCss from './Modal.module.css';

/** Properties of a Dialog; with `onSubmit` its content is a form. */
export interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'wide' | 'large';
  hideClose?: boolean;
  /** What stands above the title, such as how far one has come. */
  above?: ReactNode;
  /** A click outside does nothing: for what is lost when it closes. */
  stays?: boolean;
  role?: 'dialog' | 'alertdialog';
  onSubmit?: () => void;
}

/** A modal dialog: focus stays inside and returns to where it was, Escape and, unless it `stays`, a click outside close it. */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, children, footer, size = 'medium', hideClose, role = 'dialog', onSubmit } = props;
  const { above, stays } = props;
  const id = useId();
  const inside = (
    <>
      {above}
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {hideClose ? null : <IconButton label={t(kitWords.close)} icon={<X />} onClick={onClose} noTooltip />}
      </div>
      <div className={css.body}>{children}</div>
      {footer ? <div className={css.foot}>{footer}</div> : null}
    </>
  );
  const shared = { className: css.root, 'data-size': size, role, 'aria-modal': true, 'aria-labelledby': id };
  return (
    <Modal open={open} onClose={onClose} slotProps={{ backdrop: { className: modalCss.backdrop } }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the dialog closes it, Escape does the same */}
      <div
        className={css.place}
        tabIndex={-1}
        role="presentation"
        onMouseDown={(event) => {
          if (event.target === event.currentTarget && !stays) onClose();
        }}
      >
        {onSubmit ? (
          <div {...shared}>
            <form
              className={modalCss.formThrough}
              noValidate
              onSubmit={(event: FormEvent) => {
                event.preventDefault();
                event.stopPropagation();
                onSubmit();
              }}
            >
              {inside}
            </form>
          </div>
        ) : (
          <div {...shared}>{inside}</div>
        )}
      </div>
    </Modal>
  );
}
