import type { InstanceRow } from '#contracts/app/rows.ts';
import type { SdkSample } from '#contracts/stats/sdk-health.ts';
import { Card } from '../kit/Card.tsx';
import { dateTimeIn } from '../kit/format.ts';
import table from '../kit/Table.module.css';
import { type Column, Table } from '../kit/Table.tsx';
import css from './SdkRefusals.module.css';
import { platformNames, rejectionReasons } from './sdk-health-words.ts';

/** What is known of the event itself: its type, and what it was about. */
function EventCell({ event }: { event: SdkSample['event'] }) {
  const named = [
    event.story_id ? `story ${event.story_id}` : null,
    event.group_id ? `group ${event.group_id}` : null,
  ].filter((one) => one !== null);
  const ids = named.length === 0 && event.id ? [`event ${event.id}`] : named;
  return (
    <span className={css.event}>
      <code>{event.type ?? 'no type'}</code>
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
      label: 'Reason',
      render: (row) => (
        <span className={css.event}>
          <span className={table.name}>{rejectionReasons[row.code]}</span>
          <span className="t-caption">
            {row.code}
            {row.code === 'TimeOutOfRange' && row.event.at !== undefined
              ? `, sent as ${dateTimeIn(zone, Math.floor(row.event.at / 1000), true)}`
              : ''}
          </span>
        </span>
      ),
    },
    { id: 'event', label: 'Event', render: (row) => <EventCell event={row.event} /> },
    {
      id: 'from',
      label: 'From',
      width: 150,
      render: (row) => (
        <span className={css.event}>
          <span>
            {platformNames[row.platform]} {row.sdk_version}
          </span>
          <span className="t-caption">{titleOf.get(row.instance_id) ?? 'An instance that is gone'}</span>
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
        caption="Refused events"
        columns={columns}
        rows={samples}
        rowKey={(row) => `${row.instance_id} ${row.batch_id} ${row.index}`}
      />
    </Card>
  );
}
