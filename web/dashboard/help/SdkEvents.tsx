import { sdkLimits } from '#contracts/sdk/protocol.ts';
import { Card } from '../kit/Card.tsx';
import { type Column, Table } from '../kit/table/Table.tsx';
import { sdkEventWords } from '../words/sdk-events.en.ts';
import { t } from '../words/t.ts';
import css from './SdkEvents.module.css';

interface EventRow {
  types: readonly string[];
  when: string;
  carries: readonly string[];
}

const group = ['group_id', 'position'];
const story = ['group_id', 'story_id', 'position'];
const component = [...story, 'component_id'];

const rows: readonly EventRow[] = [
  { types: ['bar_impression'], when: t(sdkEventWords.bar), carries: [] },
  { types: ['bar_impression'], when: t(sdkEventWords.cover), carries: group },
  { types: ['group_opened'], when: t(sdkEventWords.opened), carries: [...group, 'mode'] },
  { types: ['group_closed'], when: t(sdkEventWords.closed), carries: [...story, 'mode'] },
  { types: ['group_completed'], when: t(sdkEventWords.completed), carries: group },
  { types: ['group_next', 'group_previous'], when: t(sdkEventWords.groupTurned), carries: [...group, 'mode'] },
  { types: ['story_impression'], when: t(sdkEventWords.impression), carries: story },
  { types: ['story_completed'], when: t(sdkEventWords.storyCompleted), carries: story },
  { types: ['story_next', 'story_previous'], when: t(sdkEventWords.storyTurned), carries: [...story, 'mode'] },
  { types: ['story_skipped'], when: t(sdkEventWords.skipped), carries: story },
  { types: ['story_paused', 'story_resumed'], when: t(sdkEventWords.paused), carries: story },
  { types: ['story_clicked'], when: t(sdkEventWords.clicked), carries: [...story, 'component_id'] },
  { types: ['story_shared'], when: t(sdkEventWords.shared), carries: story },
  { types: ['story_left'], when: t(sdkEventWords.left), carries: [...story, 'watch_ms'] },
  { types: ['component_impression'], when: t(sdkEventWords.seen), carries: component },
  {
    types: ['reaction_clicked', 'poll_selected', 'quiz_answered', 'rating_submitted', 'product_tag_clicked'],
    when: t(sdkEventWords.answered),
    carries: [...component, 'value'],
  },
  {
    types: ['countdown_reminder_set', 'countdown_reminder_removed'],
    when: t(sdkEventWords.reminded),
    carries: component,
  },
  { types: ['ivod_viewed'], when: t(sdkEventWords.ivod), carries: group },
];

const names = (list: readonly string[]) => (
  <span className={css.names}>
    {list.map((name) => (
      <code key={name}>{name}</code>
    ))}
  </span>
);

const columns: readonly Column<EventRow>[] = [
  { id: 'event', label: t(sdkEventWords.event), render: ({ types }) => names(types) },
  { id: 'when', label: t(sdkEventWords.when), render: ({ when }) => <span className={css.when}>{when}</span> },
  { id: 'carries', label: t(sdkEventWords.carries), render: ({ carries }) => names(carries) },
];

/** What an SDK of one's own sends, and when: the figures are as true as this is kept. */
export function SdkEvents() {
  return (
    <Card as="section" id="events" padded={false} aria-label={t(sdkEventWords.title)}>
      <div className={css.head}>
        <h2 className="t-card">{t(sdkEventWords.title)}</h2>
        <p className="t-small">
          {t(sdkEventWords.intro, { events: sdkLimits.events, code: (parts) => <code>{parts}</code> })}{' '}
          {t(sdkEventWords.versions, { code: (parts) => <code>{parts}</code> })}
        </p>
      </div>
      <Table
        caption={t(sdkEventWords.table)}
        columns={columns}
        rows={rows}
        rowKey={({ types, carries }) => `${types[0]} ${carries.length}`}
      />
    </Card>
  );
}
