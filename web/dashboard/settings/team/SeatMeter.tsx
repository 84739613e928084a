import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import css from './SeatMeter.module.css';
import type { TeamSeats } from './team-rows.ts';

/** How many seats are taken, a piece for each; those of open invitations are hatched. */
export function SeatMeter({ seats }: { seats: TeamSeats }) {
  const { members, invitations, limit } = seats;
  const used = members + invitations;
  const told = t(teamWords.seatsTold, { members, invitations });
  if (limit < 0)
    return (
      <p className={css.root} title={told}>
        {t(teamWords.seatsUnlimited, { used })}
      </p>
    );
  return (
    <p className={css.root} data-over={used > limit || undefined} title={told}>
      <span className="num">{t(teamWords.seats, { used, limit })}</span>
      <span className={css.pieces} aria-hidden>
        {[...Array(limit).keys()].map((at) => (
          <span key={at} data-taken={at < members ? 'member' : at < used ? 'invitation' : undefined} />
        ))}
      </span>
      <span className="visually-hidden">{told}</span>
    </p>
  );
}
