import { CloudOff } from 'lucide-react';
import { useConnection } from '../../api/connection.ts';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import css from '../Frame.module.css';

/** Says below the bar that no answers come, for as long as it is so: what the page shows may be old. */
export function ConnectionNote() {
  const connection = useConnection();
  return (
    <div role="status" className={css.connection} data-away={connection !== 'fine' || undefined}>
      {connection === 'fine' ? null : (
        <>
          <CloudOff size={16} aria-hidden />
          {connection === 'offline' ? t(shellWords.offline) : t(shellWords.serverDown)}
        </>
      )}
    </div>
  );
}
