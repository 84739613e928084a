import { CloudOff } from 'lucide-react';
import { useConnection } from '../../api/connection.ts';
import { timeIn } from '../../kit/text/format.ts';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';
import type { LiveState } from './follow-live.ts';
import css from './LiveView.module.css';

/** Says whether figures arrive, and of when they are while none do. */
export function LiveStatus({ phase, heardAt }: Pick<LiveState, 'phase' | 'heardAt'>) {
  const connection = useConnection();
  const time = heardAt === null ? '' : timeIn('UTC', heardAt / 1000, true);
  return (
    <p className={`t-small ${css.status}`} role="status">
      {phase === 'open' ? (
        t(liveWords.updates)
      ) : heardAt === null ? null : (
        <>
          <CloudOff size={16} aria-hidden />
          <span className="num">
            {phase === 'refused'
              ? t(liveWords.stopped, { time })
              : connection === 'offline'
                ? t(liveWords.offline, { time })
                : t(liveWords.reconnecting, { time })}
          </span>
        </>
      )}
    </p>
  );
}
