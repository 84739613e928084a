import { Link } from 'react-router';
import type { Digest } from '#contracts/notification/types.ts';
import { useSession } from '../shell/session/session-value.ts';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';
import css from './DigestLine.module.css';

const lines: Record<Digest, string> = {
  none: t(bellWords.digestNone),
  daily: t(bellWords.digestDaily),
  weekly: t(bellWords.digestWeekly),
};

/** How often the digest comes, and where that is changed. */
export function DigestLine({ onLeave }: { onLeave?: () => void }) {
  const { settings } = useSession().user;
  return (
    <footer className={css.root}>
      <span>{lines[settings.digest]}</span>
      <Link to="/settings/user#notifications" onClick={onLeave}>
        {t(bellWords.change)}
      </Link>
    </footer>
  );
}
