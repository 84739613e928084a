import type { ReactNode } from 'react';
import css from './UserSettings.module.css';

/** Cards of settings in two columns, one below the other where there is little room. */
export function SettingsColumns({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={css.cards}>
      <div className={css.column}>{first}</div>
      <div className={css.column}>{second}</div>
    </div>
  );
}
