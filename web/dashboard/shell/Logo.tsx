import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import frame from './Frame.module.css';
import css from './Logo.module.css';

/** The mark, and the name beside it unless `markOnly`. */
export function Logo({ markOnly }: { markOnly?: boolean }) {
  return (
    <span className={css.root}>
      <span className={css.mark} aria-hidden>
        <svg viewBox="0 0 28 28" width="30" height="30">
          <title>{t(shellWords.storyrail)}</title>
          <rect x="6.5" y="9.5" width="3.6" height="9" rx="1.8" fill="#fff" opacity="0.55" />
          <rect x="11.6" y="6" width="4.8" height="16" rx="2.2" fill="#fff" />
          <rect x="17.9" y="9.5" width="3.6" height="9" rx="1.8" fill="#fff" opacity="0.55" />
        </svg>
      </span>
      {markOnly ? null : (
        <span className={frame.logoName} data-logo-name>
          {t(shellWords.storyrail)}
        </span>
      )}
    </span>
  );
}
