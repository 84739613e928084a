import { Laptop, LogOut, Shield, Smartphone, Tablet, Terminal } from 'lucide-react';
import { useListContext } from 'ra-core';
import { lazy, type ReactNode, useState } from 'react';
import type { DeviceKind } from '#contracts/device.ts';
import { mostSessions, type SessionRow } from '#contracts/user/sessions.ts';
import { actingReason } from '../../api/acting-reason.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { usePartFailed } from '../../kit/states/use-part-failed.ts';
import { Badge } from '../../kit/text/Badge.tsx';
import { dateTimeIn, relativeTime } from '../../kit/text/format.ts';
import { useCommand } from '../../kit/use-command.ts';
import { CustomerList } from '../../shell/CustomerList.tsx';
import { usePerson } from '../../shell/session/session-value.ts';
import { sessionsWords } from '../../words/sessions.en.ts';
import { t } from '../../words/t.ts';
import css from './SessionsCard.module.css';

const SignOutEverywhere = lazy(() => import('./SignOutEverywhere.tsx'));

const icons = { computer: Laptop, phone: Smartphone, tablet: Tablet, program: Terminal } as const satisfies Record<
  DeviceKind,
  unknown
>;
const hour = 3600;

const usedAt = (seconds: number, zone: string): string =>
  Date.now() / 1000 - seconds < hour ? relativeTime(seconds, zone) : dateTimeIn(zone, seconds);

function SessionItem({ session }: { session: SessionRow }) {
  const { timeZone } = usePerson();
  const { id, kind, current, address, staff_name } = session;
  const device = staff_name === null ? (session.device ?? '') : t(sessionsWords.staffTitle, { name: staff_name });
  const since = dateTimeIn(timeZone, session.ts_created);
  const used = usedAt(session.ts_last_use, timeZone);
  const place = address === null ? 'unknown' : 'known';
  const end = useCommand({
    on: id,
    send: (product) => product.endSessions({ id }),
    changes: [['sessions']],
    said: () => t(sessionsWords.signedOut, { device }),
  });
  const Icon = staff_name === null ? icons[kind] : Shield;
  return (
    <li className={css.item}>
      <span className={css.tile}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={css.text}>
        <div className={css.device}>
          <span>{device}</span>
          {current ? <Badge kind="active">{t(sessionsWords.thisDevice)}</Badge> : null}
        </div>
        <div className="t-caption">
          {staff_name === null
            ? t(sessionsWords.ownFacts, { place, address, since, current: String(current), used })
            : t(sessionsWords.staffFacts, { since })}
        </div>
      </div>
      {current ? null : (
        <Button
          size="small"
          variant="quiet"
          loading={end.busy}
          aria-label={t(sessionsWords.signOutOf, { device })}
          onClick={() => end.run()}
        >
          {t(sessionsWords.signOut)}
        </Button>
      )}
    </li>
  );
}

function Sessions() {
  const { data = [] } = useListContext<SessionRow>();
  return (
    <ul className={css.list}>
      {data.map((session) => (
        <SessionItem key={session.id} session={session} />
      ))}
      {data.length === mostSessions ? <li className="t-caption">{t(sessionsWords.most, { mostSessions })}</li> : null}
    </ul>
  );
}

const waiting = (
  <>
    <Loading label={t(sessionsWords.loading)} />
    <ul className={css.list}>
      {[0, 1].map((at) => (
        <li key={at} className={css.item}>
          <Skeleton width={36} height={36} />
          <div className={css.text}>
            <Skeleton width={140} height={14} />
            <Skeleton width={220} height={12} />
          </div>
        </li>
      ))}
    </ul>
  </>
);

/** Where the person is signed in: each session can be ended, or all of them at once. */
export function SessionsCard() {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const onFailed = usePartFailed(close);
  const acting = actingReason();
  const card = (inside: ReactNode) => (
    <Card
      as="section"
      title={t(sessionsWords.title)}
      aria-label={t(sessionsWords.title)}
      titleEnd={
        <Button
          size="small"
          variant="danger-outline"
          icon={<LogOut aria-hidden />}
          disabledReason={acting}
          onClick={() => setAsks(true)}
        >
          {t(sessionsWords.signOutEverywhere)}
        </Button>
      }
    >
      {inside}
      {asks ? (
        <LazyPart onFailed={onFailed}>
          <SignOutEverywhere onClose={close} />
        </LazyPart>
      ) : null}
    </Card>
  );
  // They are the person's own: staff in their stead see none.
  if (acting) return card(<p className="t-small">{acting}</p>);
  return card(
    <CustomerList
      name="sessions"
      filter={{}}
      waiting={waiting}
      failed={(_, onRetry) => <ErrorState bare title={t(sessionsWords.failed)} onRetry={onRetry} />}
    >
      <Sessions />
    </CustomerList>,
  );
}
