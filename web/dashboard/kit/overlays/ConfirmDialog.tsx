import { type ReactNode, useEffect, useState } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { Button } from '../buttons/Button.tsx';
import { TextField } from '../fields/TextField.tsx';
import css from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

/** Properties of a ConfirmDialog; it stays open and busy until `onConfirm` has settled. */
export interface ConfirmDialogProps {
  open: boolean;
  title?: string;
  text: ReactNode;
  /** What follows from it, below the question. */
  more?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** A word that must be typed before the act is allowed. */
  typeToConfirm?: string;
  onConfirm: () => unknown;
  onClose: () => void;
}

/** Asks before an act that cannot be taken back, in plain words. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title = t(kitWords.confirmTitle),
    text,
    more,
    confirmLabel,
    cancelLabel = t(kitWords.cancel),
    danger = true,
  } = props;
  const { typeToConfirm, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (open) setTyped('');
  }, [open]);
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  const go = async () => {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      title={title}
      role="alertdialog"
      hideClose
      onClose={busy ? () => undefined : onClose}
      onSubmit={go}
      footer={
        <>
          <Button onClick={onClose} disabled={busy} autoFocus={typeToConfirm === undefined}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={!ready} loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {more ? <p className={css.more}>{more}</p> : null}
      {typeToConfirm === undefined ? null : (
        <TextField
          label={t(kitWords.confirmByTyping, { typeToConfirm })}
          value={typed}
          onChange={setTyped}
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Dialog>
  );
}
