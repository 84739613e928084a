import { useEffect, useState } from 'react';
import type { ProjectionRow } from '#contracts/admin/admin-log.ts';
import button from '../../kit/buttons/Button.module.css';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Progress } from '../../kit/states/Progress.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import fieldCss from '../FieldParts.module.css';
import { Timestamp } from '../Timestamp.tsx';
import css from './HealthParts.module.css';

const took = (seconds: number): string =>
  seconds < 60
    ? `${Math.max(0, seconds)} s`
    : t(adminWords.minutesAndSeconds, { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });

function Running({ since, share }: { since: number; share: number | null }) {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000));
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={fieldCss.two} role="status">
      <span className={css.running}>
        <span className={button.spinner} aria-hidden /> {t(adminWords.running)}
      </span>
      <span className="t-caption num" aria-live="off">
        {share === null
          ? t(adminWords.rebuildTime, { took: took(now - since) })
          : t(adminWords.rebuildProgress, { percent: Math.floor(share * 100), took: took(now - since) })}
      </span>
      {share === null ? null : <Progress value={share} label={t(adminWords.rowsMadeAnew)} />}
    </span>
  );
}

/** How the last rebuild of a read model went, or goes. */
export function RebuildState({ run }: { run: ProjectionRow['rebuild'] }) {
  if (!run) return <span className={fieldCss.none}>{t(adminWords.never)}</span>;
  if (run.state === 'running') return <Running since={run.ts_start} share={run.share} />;
  const time = run.ts_end === null ? null : took(run.ts_end - run.ts_start);
  const facts = time === null || run.rows === null ? time : t(adminWords.tookWithRows, { took: time, count: run.rows });
  if (run.state === 'failed')
    return (
      <span className={fieldCss.two}>
        <Tooltip text={run.error}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its reason can be read by keyboard */}
          <span tabIndex={0} className={css.result}>
            <Badge kind="danger">{t(adminWords.failed)}</Badge>
            <span className="visually-hidden">{run.error}</span>
          </span>
        </Tooltip>
        <Timestamp ts={run.ts_end ?? run.ts_start} />
      </span>
    );
  const differed = run.equal === false;
  return (
    <span className={fieldCss.two}>
      <span className={css.result}>
        <Badge kind={differed ? 'waiting' : 'active'}>
          {differed ? t(adminWords.doneDiffered) : t(adminWords.doneSame)}
        </Badge>
      </span>
      <span className="t-caption num" title={run.rows === null ? undefined : exactNumber(run.rows)}>
        {facts}
      </span>
    </span>
  );
}
