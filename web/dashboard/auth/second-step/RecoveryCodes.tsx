import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import css from './RecoveryCodes.module.css';

/** Recovery codes to read and to copy. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
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
  );
}
