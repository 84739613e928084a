import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useConnection } from '../../api/connection.ts';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import css from '../Frame.module.css';

/** Whether something on the page waits for a connection to be read for the first time. */
function useMissing(): boolean {
  const queries = useQueryClient().getQueryCache();
  const isMissing = () =>
    queries
      .findAll({ type: 'active' })
      .some(({ state }) => state.status === 'pending' && state.fetchStatus === 'paused');
  return useSyncExternalStore((changed) => queries.subscribe(changed), isMissing);
}

function OfflineText() {
  return t(useMissing() ? shellWords.offlineMissing : shellWords.offline);
}

/** Says below the bar that no answers come, for as long as it is so: what the page shows may be old. */
export function ConnectionNote() {
  const connection = useConnection();
  return (
    <div role="status" className={css.connection} data-away={connection !== 'fine' || undefined}>
      {connection === 'fine' ? null : (
        <>
          <CloudOff size={16} aria-hidden />
          {connection === 'offline' ? <OfflineText /> : t(shellWords.serverDown)}
        </>
      )}
    </div>
  );
}
