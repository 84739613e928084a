import { useNavigation } from 'react-router';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import css from '../Frame.module.css';

/** A line at the bar's lower edge while the next page is on its way; its style shows it after 150 ms. */
export function PageProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div role="progressbar" aria-label={t(shellWords.loadingPage)} className={css.progress} />;
}
