import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import css from './SeatMeter.module.css';
import { seatPieces, type TeamSeats } from './team-rows.ts';

/** How many seats are taken, a piece for each, or one bar of many; those of open invitations are hatched. */
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
  const { bar, pieces } = seatPieces(seats);
  return (
    <p className={css.root} data-over={used > limit || undefined} title={told}>
      <span className="num">{t(teamWords.seats, { used, limit })}</span>
      <span className={bar ? css.bar : css.pieces} aria-hidden>
        {pieces.map(({ id, taken, seats: share }) => (
          <span key={id} data-taken={taken} style={bar ? { flexGrow: share } : undefined} />
        ))}
      </span>
      <span className="visually-hidden">{told}</span>
    </p>
  );
}
