import { Ban, Shield } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { dropActing, getActing } from '../api/acting.ts';
import { http } from '../api/http.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Popover } from '../kit/overlays/Popover.tsx';
import { cut } from '../kit/text/format.ts';
import { useCommand } from '../kit/use-command.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import css from './ActingBanner.module.css';
import { useSession } from './session/session-value.ts';

const left = (endsAt: number): number => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const limits = [
  t(shellWords.actingForbiddenSignIn),
  t(shellWords.actingForbiddenAccount),
  t(shellWords.actingForbiddenExport),
];

/** Ends acting as somebody, on the server too, and goes back to the admin area: the page ends before it does. */
async function endActing(): Promise<void> {
  const acting = getActing();
  if (!acting) return;
  await http.post('/logout', {}, { auth: { token: acting.token } }).catch(() => undefined);
  dropActing();
  window.location.assign(acting.back);
  await new Promise(() => undefined);
}

function Limits({ name }: { name: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<Ban aria-hidden />}
        aria-label={t(shellWords.actingForbidden)}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={css.limitsName}>{t(shellWords.actingForbidden)}</span>
      </Button>
      <Popover
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t(shellWords.actingForbidden)}
        align="end"
        width={320}
      >
        <div className={css.limits}>
          <p>{t(shellWords.actingForbiddenIntro, { name })}</p>
          <ul>
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
          <p>{t(shellWords.actingRecordedNote)}</p>
        </div>
      </Popover>
    </>
  );
}

function Banner({ endsAt, staff, name }: { endsAt: number; staff: string; name: string }) {
  const { account } = useSession();
  const [seconds, setSeconds] = useState(() => left(endsAt));
  const { run: end, busy } = useCommand({ on: 'acting', send: endActing });
  useLayoutEffect(() => {
    document.documentElement.dataset.acting = '';
    return () => {
      delete document.documentElement.dataset.acting;
    };
  }, []);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left(endsAt)), 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  const over = seconds === 0;
  useEffect(() => {
    if (over) end();
  }, [over, end]);
  return (
    <aside className={css.acting} aria-label={t(shellWords.loginAs)}>
      <Shield size={16} aria-hidden />
      <p className={`${css.words} truncate`}>
        {t(shellWords.actingAs, {
          b: (parts) => <strong>{parts}</strong>,
          staff: cut(staff, 40),
          name: cut(name, 40),
          account: account.name,
        })}
      </p>
      <div className={css.end}>
        <span className="num" role="timer" aria-label={t(shellWords.timeLeft)}>
          {clock(seconds)}
        </span>
        <Limits name={name} />
        <Button size="small" loading={busy} onClick={() => end()}>
          {t(shellWords.end)}
        </Button>
      </div>
    </aside>
  );
}

/** Over every page while staff acts as somebody: who as whom, for how long, what is not allowed, and the way out. */
export function ActingBanner() {
  const { user } = useSession();
  const acting = getActing();
  if (!acting || !user.login_as) return null;
  const name = `${user.firstname} ${user.lastname}`.trim() || user.email;
  return <Banner endsAt={acting.ends_at} staff={user.login_as.staff_name} name={name} />;
}
