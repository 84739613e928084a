import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';

/** Properties of ConfirmLive: names of the test groups that an act makes live, none while nothing is asked. */
export interface ConfirmLiveProps {
  titles: readonly string[];
  /** How many groups the act activates, those that are no test groups included. */
  count?: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a group that only test devices see is shown to everybody. */
export function ConfirmLive({ titles, count = titles.length, onConfirm, onClose }: ConfirmLiveProps) {
  return (
    <ConfirmDialog
      open={titles.length > 0}
      title={t(contentWords.activateTestTitle, { count: titles.length })}
      text={t(contentWords.activateTestText, { count: titles.length, title: titles[0] ?? '' })}
      confirmLabel={t(contentWords.activateAll, { count })}
      danger={false}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    />
  );
}
