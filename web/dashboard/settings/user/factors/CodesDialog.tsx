import { Download } from 'lucide-react';
import { RecoveryCodes } from '../../../auth/second-step/RecoveryCodes.tsx';
import { saveCodes } from '../../../auth/second-step/save-codes.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';

/** Shows recovery codes, the only time: to copy, and to keep as a file. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      size="small"
      stays
      title={t(factorsWords.recovery)}
      onClose={onClose}
      footer={
        <>
          <Button icon={<Download aria-hidden />} onClick={() => saveCodes(codes)}>
            {t(factorsWords.download)}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t(factorsWords.done)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(factorsWords.keepCodes)}</p>
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
