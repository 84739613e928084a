import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import type { AdminEventRow } from '#contracts/admin/admin-log.ts';
import { actName } from '../../activity/audit-words.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { CopyCode } from '../../kit/buttons/CopyCode.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { Fact, FactList } from '../../kit/text/FactList.tsx';
import { dateTimeIn } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { eventsQuery, stateQuery } from './event-queries.ts';
import { GroupThen, isGroupState } from './GroupThen.tsx';
import css from './InspectorParts.module.css';
import { diffLines, foldSame, jsonLines } from './state-diff.ts';

const views = ['diff', 'state', 'event'] as const;
type View = (typeof views)[number];

function Json({ value, label }: { value: unknown; label: string }) {
  const lines = jsonLines(value);
  return (
    <div className={css.code}>
      <CopyButton text={lines.join('\n')} label={t(adminWords.copyAsJson)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={css.json} tabIndex={0} aria-label={label}>
        <pre>{lines.join('\n')}</pre>
      </section>
    </div>
  );
}

const signs = { same: ' ', old: '−', new: '+' } as const;
const spoken = { same: '', old: t(adminWords.takenOut), new: t(adminWords.added) } as const;

function Diff({ before, after }: { before: unknown; after: unknown }) {
  const lines = useMemo(() => foldSame(diffLines(jsonLines(before), jsonLines(after))), [before, after]);
  if (lines.every((line) => line.kind === 'fold'))
    return <p className={`${css.note} t-small`}>{t(adminWords.sameState)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.diff} aria-label={t(adminWords.whatChanged)} tabIndex={0}>
      <ol>
        {lines.map((line) =>
          line.kind === 'fold' ? (
            <li key={`fold-${line.from}`} data-kind="fold">
              {t(adminWords.sameLines, { lines: line.lines })}
            </li>
          ) : (
            <li key={`${line.kind}-${line.number}`} data-kind={line.kind}>
              <span className={`${css.number} num`} aria-hidden>
                {line.number}
              </span>
              <span aria-hidden>{signs[line.kind]}</span>
              <code>
                <span className="visually-hidden">{spoken[line.kind]} </span>
                {line.text}
              </code>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

function EventFacts({ event }: { event: AdminEventRow }) {
  const id = (value: string) => <CopyCode text={value} label={t(adminWords.copy)} />;
  return (
    <FactList className={css.facts}>
      <Fact label={t(adminWords.event)}>{id(event.id)}</Fact>
      <Fact label={t(adminWords.actor)}>
        {event.actor.type} {event.actor.id ? id(event.actor.id) : null}
      </Fact>
      {event.on_behalf_of ? <Fact label={t(adminWords.onBehalfOf)}>{id(event.on_behalf_of)}</Fact> : null}
      <Fact label={t(adminWords.command)}>{id(event.correlation_id)}</Fact>
      {event.request_id ? <Fact label={t(adminWords.request)}>{id(event.request_id)}</Fact> : null}
      {event.cause ? (
        <Fact label={t(adminWords.cause)}>{`${event.cause.type}, ${event.cause.detail || event.cause.id}`}</Fact>
      ) : null}
      <Fact label={t(adminWords.inTheLog)}>
        <span className="num">
          {t(adminWords.logPosition, {
            transactionId: event.transaction_id,
            position: event.position,
            schemaVersion: event.schema_version,
          })}
        </span>
      </Fact>
    </FactList>
  );
}

function Base({ version, base, head }: { version: number; base: number; head: number }) {
  const { set } = useGroupSearch();
  return (
    <label className={css.base}>
      {t(adminWords.comparedWithVersion)}
      <input
        type="number"
        className="num"
        min={0}
        max={head}
        value={base}
        onChange={(event) => {
          const next = event.target.valueAsNumber;
          if (next >= 0 && next <= head) set({ base: next === version - 1 ? null : String(next) });
        }}
      />
    </label>
  );
}

/** Properties of the VersionView; `page` is that of the list of events which holds the version. */
export interface VersionViewProps {
  stream: string;
  version: number;
  head: number;
  page: number;
  onChoose: (version: number) => void;
}

function Content({
  stream,
  version,
  head,
  event,
  view,
}: Omit<VersionViewProps, 'page' | 'onChoose'> & { event: AdminEventRow | undefined; view: View }) {
  const { search } = useGroupSearch();
  const asked = Number(search.get('base') ?? version - 1);
  const base = Number.isInteger(asked) && asked >= 0 && asked <= head ? asked : version - 1;
  const after = useQuery(stateQuery(stream, version));
  const before = useQuery({ ...stateQuery(stream, base), enabled: view === 'diff' });
  if (view === 'event')
    return event ? (
      <>
        <Json value={event.data} label={t(adminWords.eventData)} />
        <EventFacts event={event} />
      </>
    ) : (
      <Skeleton height={200} />
    );
  if (after.isError || before.isError)
    return (
      <ErrorState
        bare
        title={t(adminWords.stateDidNotLoad)}
        onRetry={() => {
          after.refetch();
          before.refetch();
        }}
      />
    );
  if (!after.data || (view === 'diff' && !before.data)) return <Skeleton height={240} style={{ margin: 20 }} />;
  const { state, error, version: reached } = after.data;
  const trouble = error ? (
    <p className={css.trouble} role="alert">
      {t(adminWords.foldFailed, { reached, error })}
    </p>
  ) : null;
  if (state === null)
    return (
      <>
        {trouble}
        <p className={`${css.note} t-small`}>{t(adminWords.streamWithoutState)}</p>
        {event ? <Json value={event.data} label={t(adminWords.eventData)} /> : null}
      </>
    );
  return (
    <>
      {trouble}
      {view === 'diff' ? (
        <>
          <Base version={version} base={base} head={head} />
          <Diff before={before.data?.state} after={state} />
        </>
      ) : (
        <>
          {isGroupState(state) && after.data.ts !== null ? (
            <div className={css.then}>
              <GroupThen state={state} ts={after.data.ts} timeZone="UTC" />
            </div>
          ) : null}
          <Json value={state} label={t(adminWords.theState)} />
        </>
      )}
    </>
  );
}

/** One version of a stream: what its event changed, the state after it, or the event as it stands in the log. */
export function VersionView(props: VersionViewProps) {
  const { stream, version, head, page, onChoose } = props;
  const { search, set } = useGroupSearch();
  const view = views.find((one) => one === search.get('view')) ?? 'diff';
  const { data: events } = useQuery(eventsQuery(stream, page));
  const event = events?.rows.find((one) => one.version === version);
  return (
    <Card as="section" padded={false} className={css.view} aria-label={t(adminWords.chosenVersion)}>
      <div className={css.viewHead}>
        <div>
          <h2 className="t-card">{event ? actName(event.type) : <Skeleton width={180} height={16} />}</h2>
          <p className="t-small num">
            {event
              ? t(adminWords.versionOfAt, { version, head, ts: dateTimeIn('UTC', event.ts, true) })
              : t(adminWords.versionOf, { version, head })}
            {event?.actor.type === 'staff' ? <Badge kind="waiting">{t(adminWords.staff)}</Badge> : null}
          </p>
        </div>
        <div className={css.steps}>
          <IconButton
            variant="outlined"
            label={t(adminWords.versionBefore)}
            icon={<ChevronLeft />}
            disabled={version <= 1}
            onClick={() => onChoose(version - 1)}
          />
          <IconButton
            variant="outlined"
            label={t(adminWords.versionAfter)}
            icon={<ChevronRight />}
            disabled={version >= head}
            onClick={() => onChoose(version + 1)}
          />
        </div>
      </div>
      <div className={css.views}>
        <SegmentedControl<View>
          label={t(adminWords.versionViews)}
          value={view}
          options={[
            { value: 'diff', label: t(adminWords.diff) },
            { value: 'state', label: t(adminWords.theState) },
            { value: 'event', label: t(adminWords.event) },
          ]}
          onChange={(next) => set({ view: next === 'diff' ? null : next })}
        />
      </div>
      <Content stream={stream} version={version} head={head} event={event} view={view} />
    </Card>
  );
}
