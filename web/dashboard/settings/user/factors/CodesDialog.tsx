import { Button } from '../../../kit/buttons/Button.tsx';
import { CopyButton } from '../../../kit/buttons/CopyButton.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import css from './Factors.module.css';

/** Shows recovery codes, the only time. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      size="small"
      title={t(factorsWords.recovery)}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t(factorsWords.done)}
        </Button>
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
        <CopyButton text={codes.join('\n')} label={t(factorsWords.copyCodes)} />
      </div>
    </Dialog>
  );
}
