import css from './ShareBar.module.css';

/** A share in tenths of a percent as a bar; how wide and high the bar is belongs to `className`. */
export function ShareBar({ share, className }: { share: number; className: string | undefined }) {
  return (
    <span className={`${css.track} ${className}`} aria-hidden>
      <span style={{ width: `${share / 10}%` }} />
    </span>
  );
}
