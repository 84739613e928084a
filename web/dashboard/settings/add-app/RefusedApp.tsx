import { refusalWords } from '#contracts/words/refusals.en.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';

/** Says that stories are for one's own app, to someone who named a well-known one. */
export function RefusedApp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      size="small"
      title={t(settingsWords.refusedAppTitle)}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t(settingsWords.tryAnother)}
        </Button>
      }
    >
      <p>{t(refusalWords.AppRefused)}</p>
    </Dialog>
  );
}
