import { Download } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { StepDialog } from './StepDialog.tsx';
import { saveCodes } from './save-codes.ts';

/** Shows the recovery codes of who has just set up an app while signing in, the only time. */
export function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <StepDialog
      title={t(factorsWords.recovery)}
      onClose={onDone}
      onSubmit={onDone}
      footer={
        <>
          <Button icon={<Download aria-hidden />} onClick={() => saveCodes(codes)}>
            {t(factorsWords.download)}
          </Button>
          <Button type="submit" variant="primary">
            {t(factorsWords.done)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(factorsWords.firstCodes)}</p>
      <RecoveryCodes codes={codes} />
    </StepDialog>
  );
}
