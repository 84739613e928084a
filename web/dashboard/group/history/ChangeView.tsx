import { useEffect, useRef } from 'react';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { CopyLink } from '../../kit/buttons/CopyLink.tsx';
import { Card } from '../../kit/Card.tsx';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import { dateTimeIn, exactNumber } from '../../kit/text/format.ts';
import { offsetName } from '../../kit/text/zone.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { ChangedDesign } from './ChangedDesign.tsx';
import { ChangeFooter } from './ChangeFooter.tsx';
import { ChangeRows } from './ChangeRows.tsx';
import css from './ChangeView.module.css';
import historyParts from './HistoryParts.module.css';
import { headline } from './history-words.ts';

/** What brought a change about: a moment that came, as people read moments, or words. */
function causeText({ detail, type }: { detail: string; type: string }, timeZone: string): string {
  const moment = /^\d{4}-\d\d-\d\dT/.test(detail) ? Date.parse(detail) : Number.NaN;
  return Number.isNaN(moment) ? detail || type : dateTimeIn(timeZone, Math.floor(moment / 1000), true);
}

/** One change in full: who, exactly when, and each field before and after. */
export function ChangeView(props: {
  row: HistoryRow;
  group: GroupDetail;
  total: number;
  newest: boolean;
  onLook?: () => void;
}) {
  const { row, group, total, newest, onLook } = props;
  const { timeZone } = useSession();
  const card = useRef<HTMLElement>(null);
  const first = useRef(row.version);
  // On a phone, where the moment opens by a button, the list stands below what it chooses.
  const below = onLook !== undefined;
  useEffect(() => {
    if (below && row.version !== first.current) card.current?.scrollIntoView({ block: 'start' });
    first.current = row.version;
  }, [row.version, below]);
  const weekday = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' }).format(row.ts * 1000);
  const facts = [
    row.on_behalf_of
      ? t(groupWords.inSomeonesStead, { name: row.actor.name, owner: row.on_behalf_of.name })
      : row.actor.name,
    `${weekday} ${dateTimeIn(timeZone, row.ts, true)} ${offsetName(timeZone, row.ts)}`,
    t(groupWords.versionOf, {
      version: exactNumber(row.version),
      total: exactNumber(Math.max(total, row.version)),
    }),
  ];
  return (
    <Card ref={card} as="section" padded={false} className={css.change} aria-label={t(groupWords.chosenChange)}>
      <div className={css.head}>
        <Avatar name={row.actor.name} id={row.actor.id} size={32} />
        <div className={historyParts.title}>
          <h2 className="t-card">{headline(row.sentence)}</h2>
          <p className={`${historyParts.facts} num`}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        <CopyLink label={t(groupWords.copyChangeLink)} name="version" value={String(row.version)} />
      </div>
      <ChangedDesign groupId={group.id} row={row} />
      <ChangeRows changes={row.changes} name={group.title} timeZone={timeZone} />
      {row.cause ? (
        <p className={`${css.cause} t-small`}>
          <strong>{t(groupWords.cause)}</strong> {causeText(row.cause, timeZone)}
        </p>
      ) : null}
      <ChangeFooter row={row} group={group} newest={newest} {...(onLook ? { onLook } : {})} />
    </Card>
  );
}
