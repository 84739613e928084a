import { Download } from 'lucide-react';
import { saveFile } from '../../../csv/save-file.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { CopyButton } from '../../../kit/buttons/CopyButton.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import css from './Factors.module.css';

const fileName = 'storyrail-recovery-codes.txt';

/** Shows recovery codes, the only time: to copy, and to keep as a file. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Dialog
      open
      size="small"
      stays
      title={t(factorsWords.recovery)}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<Download aria-hidden />}
            onClick={() => saveFile(fileName, new Blob([`${text}\n`], { type: 'text/plain' }))}
          >
            {t(factorsWords.download)}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t(factorsWords.done)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(factorsWords.keepCodes)}</p>
      <div className={css.codes}>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={text} label={t(factorsWords.copyCodes)} />
      </div>
    </Dialog>
  );
}
