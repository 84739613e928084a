import { ExternalLink, Filter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { ChangeRows } from '../group/history/ChangeRows.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { CopyCode } from '../kit/buttons/CopyCode.tsx';
import { Fact } from '../kit/text/FactList.tsx';
import { dateTimeIn } from '../kit/text/format.ts';
import { offsetName } from '../kit/text/zone.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { ActorMark } from './ActorMark.tsx';
import { isSignIn } from './audit-runs.ts';
import { actName, thingName, titleOf, wayOf } from './audit-words.ts';
import { deviceOf } from './device.ts';
import css from './EntryDetails.module.css';
import { EntryFacts } from './EntryFacts.tsx';

const actorWords = {
  user: '',
  staff: t(activityWords.storyrailStaff),
  system: t(activityWords.byItself),
  api_token: t(activityWords.apiToken),
};

/** Properties of the EntryDetails; `address` is the page of the thing, where it has one. */
export interface EntryDetailsProps {
  row: AuditRow;
  timeZone: string;
  address: string | null;
  /** Stands below the changes. */
  more?: ReactNode;
  onThing: (row: AuditRow) => void;
  onPerson: (row: AuditRow) => void;
}

/** Who did what and exactly when, as the head of an entry. */
export function EntryHead({ row, timeZone }: Pick<EntryDetailsProps, 'row' | 'timeZone'>) {
  const weekday = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' }).format(row.ts * 1000);
  return (
    <div className={css.head}>
      <ActorMark actor={row.actor} size={36} />
      <div>
        <h2 className="t-card">{titleOf(row)}</h2>
        <p className="t-small num">
          {row.on_behalf_of
            ? t(activityWords.inSomeonesStead, { name: row.actor.name, owner: row.on_behalf_of.name })
            : row.actor.name}
          , {weekday} {dateTimeIn(timeZone, row.ts, true)} {offsetName(timeZone, row.ts)}
        </p>
      </div>
    </div>
  );
}

/** An entry in full: each field before and after, where it came from, and the ways to entries like it. */
export function EntryDetails({ row, timeZone, address, more, onThing, onPerson }: EntryDetailsProps) {
  const way = wayOf(row);
  const kind = actorWords[row.actor.type];
  return (
    <>
      {isSignIn(row) ? null : <ChangeRows narrow changes={row.changes} name={row.subject.title} timeZone={timeZone} />}
      {more}
      <EntryFacts alone={isSignIn(row)}>
        <Fact label={t(activityWords.who)}>
          {row.actor.name}
          {kind ? `, ${kind}` : ''}
        </Fact>
        {row.on_behalf_of ? <Fact label={t(activityWords.onBehalfOf)}>{row.on_behalf_of.name}</Fact> : null}
        <Fact label={t(activityWords.act)}>{actName(row.action)}</Fact>
        <Fact label={t(activityWords.on)}>
          {thingName(row.subject.type)} {row.subject.title ? <b>{row.subject.title}</b> : null}
        </Fact>
        <Fact label={t(activityWords.through)}>{way?.text ?? t(activityWords.dashboard)}</Fact>
        {row.cause ? <Fact label={t(activityWords.cause)}>{row.cause.detail || row.cause.type}</Fact> : null}
        {row.user_agent ? (
          <Fact label={t(activityWords.device)}>
            <span title={row.user_agent}>{deviceOf(row.user_agent)}</span>
          </Fact>
        ) : null}
        {row.ip ? <Fact label={t(activityWords.address)}>{row.ip}</Fact> : null}
        {row.request_id ? (
          <Fact label={t(activityWords.request)}>
            <CopyCode text={row.request_id} label={t(activityWords.copyRequestId)} />
          </Fact>
        ) : null}
      </EntryFacts>
      <div className={css.acts}>
        <Button size="small" icon={<Filter aria-hidden />} onClick={() => onThing(row)}>
          {t(activityWords.allOfThis, { thing: row.subject.type })}
        </Button>
        <Button size="small" icon={<Filter aria-hidden />} onClick={() => onPerson(row)}>
          {t(activityWords.allBy, { name: row.actor.name })}
        </Button>
        {address ? (
          <Button size="small" icon={<ExternalLink aria-hidden />} to={address}>
            {t(activityWords.openThing, { thing: row.subject.type })}
          </Button>
        ) : null}
      </div>
    </>
  );
}
