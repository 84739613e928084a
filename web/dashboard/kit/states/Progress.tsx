import css from './Progress.module.css';

/** A bar for a share from 0 to 1, 5 px high. */
export function Progress({ value, label }: { value: number; label: string }) {
  const share = Math.max(0, Math.min(1, value));
  return (
    <span
      className={css.root}
      data-kit="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
