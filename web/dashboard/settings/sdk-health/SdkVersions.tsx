import { useState } from 'react';
import type { SdkSeen } from '#contracts/stats/sdk-health.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import table from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { dateTimeIn, relativeTime } from '../../kit/text/format.ts';
import { Figure } from '../../kit/text/Metric.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './SdkVersions.module.css';
import { platformNames } from './sdk-health-words.ts';

const shownAtFirst = 6;

/** The SDKs that sent something in the last eight days, the last seen first. */
export function SdkVersions({ versions, zone }: { versions: readonly SdkSeen[]; zone: string }) {
  const [all, setAll] = useState(false);
  const columns: Column<SdkSeen>[] = [
    {
      id: 'sdk',
      label: t(settingsWords.sdk),
      render: (row) => (
        <span className={css.version}>
          <Badge kind="neutral">{platformNames[row.platform]}</Badge>
          <span className={`${table.name} num truncate`}>{row.sdk_version || t(settingsWords.otherVersions)}</span>
        </span>
      ),
    },
    {
      id: 'seen',
      label: t(settingsWords.lastSeen),
      render: (row) => (
        <Tooltip text={dateTimeIn(zone, row.ts_last_seen)} describes={false}>
          <time className="num" dateTime={new Date(row.ts_last_seen * 1000).toISOString()}>
            {relativeTime(row.ts_last_seen, zone)}
          </time>
        </Tooltip>
      ),
    },
    {
      id: 'accepted',
      label: t(settingsWords.accepted),
      align: 'right',
      render: (row) => <Figure value={row.accepted} />,
    },
    {
      id: 'refused',
      label: t(settingsWords.refused),
      align: 'right',
      render: (row) => <Figure value={row.rejected} />,
    },
  ];
  const more = versions.length - shownAtFirst;
  return (
    <Card padded={false}>
      <Table
        caption={t(settingsWords.sdksTable)}
        columns={columns}
        rows={all ? versions : versions.slice(0, shownAtFirst)}
        rowKey={(row) => `${row.platform} ${row.sdk_version}`}
      />
      {more > 0 && !all ? (
        <div className={css.more}>
          <Button size="small" variant="quiet" onClick={() => setAll(true)}>
            {t(settingsWords.showMore, { more })}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
