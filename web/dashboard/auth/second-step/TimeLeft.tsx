import { TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import css from './TimeLeft.module.css';

const near = 15;
const b = (parts: ReactNode) => <strong className="num">{parts}</strong>;
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** How long a code still works: a ring that empties, amber at the end, and then that it has expired. */
export function TimeLeft({ left, children }: { left: number; children?: ReactNode }) {
  return (
    <div className={css.root}>
      {left === 0 ? (
        <p className={css.over} role="alert">
          <TimerOff size={16} aria-hidden />
          {t(refusalWords.OtpCodeExpired)}
        </p>
      ) : (
        <p className={css.left} role="timer">
          <svg viewBox="0 0 36 36" className={css.ring} data-near={left <= near || undefined} aria-hidden>
            <circle cx="18" cy="18" r="15" />
            <circle
              cx="18"
              cy="18"
              r="15"
              pathLength={limits.otpSeconds}
              strokeDasharray={`${left} ${limits.otpSeconds}`}
            />
          </svg>
          <span>{t(factorsWords.timeLeft, { b, time: clockOf(left) })}</span>
        </p>
      )}
      {children}
    </div>
  );
}
