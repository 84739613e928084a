import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import css from './StepDialog.module.css';

/** Properties of a StepDialog, which is a form. */
export interface StepDialogProps {
  title: string;
  onClose: () => void;
  onSubmit: () => void;
  footer: ReactNode;
  children: ReactNode;
}

/**
 * A dialog of a page without a session: the browser's own, since the kit's brings the library of the whole dashboard. A
 * click outside does nothing.
 */
export function StepDialog({ title, onClose, onSubmit, footer, children }: StepDialogProps) {
  const root = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = root.current!;
    dialog.showModal();
    (dialog.querySelector('input') ?? dialog.querySelector<HTMLElement>('[type=submit]'))?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={root}
      className={css.root}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className={css.head}>
          <h2 id={id}>{title}</h2>
          <IconButton label={t(kitWords.close)} icon={<X />} onClick={onClose} noTooltip />
        </div>
        <div className={css.body}>{children}</div>
        <div className={css.foot}>{footer}</div>
      </form>
    </dialog>
  );
}
