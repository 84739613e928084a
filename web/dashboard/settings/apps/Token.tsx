import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from '../SettingsParts.module.css';
import { shortToken } from './short-token.ts';

/** A token, shortened, and a button that copies all of it. */
export function Token({ token, of }: { token: string; of: string }) {
  return (
    <span className={css.token}>
      <code title={token}>{shortToken(token)}</code>
      <CopyButton text={token} label={t(settingsWords.copyTokenOf, { of })} />
    </span>
  );
}
