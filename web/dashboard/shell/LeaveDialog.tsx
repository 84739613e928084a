import type { ReactNode } from 'react';
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import type { LeaveGuard } from './use-leave-guard.ts';

/** The question of a leave guard; `text` says what would be lost. */
export function LeaveDialog({ guard, text }: { guard: LeaveGuard; text: ReactNode }) {
  return (
    <ConfirmDialog
      open={guard.asking}
      title={t(contentWords.leaveTitle)}
      text={text}
      confirmLabel={t(contentWords.leave)}
      cancelLabel={t(contentWords.stay)}
      onConfirm={guard.leave}
      onClose={guard.stay}
    />
  );
}
