import type { AppRow } from '#contracts/app/rows.ts';
import { Checkbox } from '../../../kit/fields/Checkbox.tsx';
import { Field } from '../../../kit/fields/Field.tsx';
import { AppIcon } from '../../../kit/pictures/Avatar.tsx';
import { storeName } from '../../../shell/store-name.ts';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';
import css from './InviteDialog.module.css';

/** From so many apps on all of them are chosen at once. */
const many = 4;

/** Properties of AppChecks; `none` is said where there is no app to choose. */
export interface AppChecksProps {
  apps: readonly AppRow[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  none: string;
  error: string | undefined;
  ref: (input: HTMLInputElement | null) => void;
}

/** The apps in which somebody gets a role. */
export function AppChecks({ apps, chosen, onChange, none, error, ref }: AppChecksProps) {
  const ids = apps.map(({ id }) => id);
  return (
    <Field id="invite-apps" label={t(teamWords.apps)} end={t(teamWords.atLeastOne)} error={error} group>
      {apps.length === 0 ? (
        <p className="t-small">{none}</p>
      ) : (
        <ul className={css.apps}>
          {apps.length >= many ? (
            <li>
              <Checkbox
                className={css.appCheck ?? ''}
                checked={ids.every((id) => chosen.includes(id))}
                indeterminate={chosen.length > 0 && chosen.length < ids.length}
                onChange={(checked) => onChange(checked ? ids : [])}
                label={t(teamWords.everyApp, { count: apps.length })}
              />
            </li>
          ) : null}
          {apps.map((app, index) => (
            <li key={app.id}>
              <Checkbox
                {...(index === 0 ? { ref } : {})}
                className={css.appCheck ?? ''}
                checked={chosen.includes(app.id)}
                onChange={(checked) => onChange(ids.filter((id) => (id === app.id ? checked : chosen.includes(id))))}
                label={
                  <span className={css.app}>
                    <AppIcon title={app.title} src={app.icon} seed={app.id} size={20} />
                    <span className="truncate">{app.title}</span>
                    <span className="t-caption">{storeName(app)}</span>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}
