import type { InstanceRow } from '#contracts/app/rows.ts';
import type { SdkSample } from '#contracts/stats/sdk-health.ts';
import { Card } from '../../kit/Card.tsx';
import table from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { dateTimeIn } from '../../kit/text/format.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './SdkRefusals.module.css';
import { platformNames, rejectionReasons } from './sdk-health-words.ts';

/** What is known of the event itself: its type, and what it was about. */
function EventCell({ event }: { event: SdkSample['event'] }) {
  const named = [
    event.component_id ? t(settingsWords.componentId, { id: event.component_id }) : null,
    event.story_id ? t(settingsWords.storyId, { id: event.story_id }) : null,
    event.group_id ? t(settingsWords.groupId, { id: event.group_id }) : null,
  ].filter((one) => one !== null);
  const ids = named.length === 0 && event.id ? [t(settingsWords.eventId, { id: event.id })] : named;
  return (
    <span className={css.event}>
      <code>{event.type ?? t(settingsWords.noType)}</code>
      {ids.map((one) => (
        <span key={one} className={`t-caption ${css.id}`}>
          {one}
        </span>
      ))}
    </span>
  );
}

/** Refused events, the newest first, with the reason of each. */
export function SdkRefusals(props: { samples: readonly SdkSample[]; instances: readonly InstanceRow[]; zone: string }) {
  const { samples, instances, zone } = props;
  const titleOf = new Map(instances.map((one) => [one.id, one.title]));
  const columns: Column<SdkSample>[] = [
    {
      id: 'reason',
      label: t(settingsWords.reason),
      render: (row) => (
        <span className={css.event}>
          <span className={table.name}>{rejectionReasons[row.code]}</span>
          <span className="t-caption">
            {row.code === 'TimeOutOfRange' && row.event.at !== undefined
              ? t(settingsWords.refusalDetails, {
                  code: row.code,
                  at: dateTimeIn(zone, Math.floor(row.event.at / 1000), true),
                })
              : row.code}
          </span>
        </span>
      ),
    },
    { id: 'event', label: t(settingsWords.event), render: (row) => <EventCell event={row.event} /> },
    {
      id: 'from',
      label: t(settingsWords.from),
      width: 150,
      render: (row) => (
        <span className={css.event}>
          <span>
            {platformNames[row.platform]} {row.sdk_version}
          </span>
          <span className="t-caption">{titleOf.get(row.instance_id) ?? t(settingsWords.goneInstance)}</span>
          <time className="t-caption num" dateTime={new Date(row.ts * 1000).toISOString()}>
            {dateTimeIn(zone, row.ts, true)}
          </time>
        </span>
      ),
    },
  ];
  return (
    <Card padded={false} className={css.refused}>
      <Table
        caption={t(settingsWords.refusedEvents)}
        columns={columns}
        rows={samples}
        rowKey={(row) => `${row.instance_id} ${row.batch_id} ${row.index}`}
      />
    </Card>
  );
}
