import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { limits } from '#contracts/api/limits.ts';
import { mayReadReport } from '#contracts/report/may-read.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { type InForm, useFormField } from '../../kit/forms/form-field.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { memberName, statusOf } from '../../settings/team/team-rows.ts';
import { permissionsOf } from '../../shell/session/access.ts';
import { teamQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { reportsWords } from '../../words/reports.en.ts';
import { t } from '../../words/t.ts';
import css from './ReportDrawer.module.css';

const most = limits.reportRecipients;
/** From so many people on they are searched. */
const fewPeople = 8;

/** Who may get a report of these apps: members who see their figures, oneself first. */
const readersIn = (team: readonly TeamMemberRow[], apps: readonly string[], self: string): TeamMemberRow[] =>
  team
    .filter((row) => statusOf(row) === 'active' && !row.invited && mayReadReport(permissionsOf(row), apps))
    .sort((one, other) => Number(other.id === self) - Number(one.id === self));

function People(props: {
  people: readonly TeamMemberRow[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { people, chosen, onChange } = props;
  const { user } = useSession();
  const [find, setFind] = useState('');
  const text = find.trim().toLocaleLowerCase();
  const shown = people.filter((row) => `${memberName(row)} ${row.email}`.toLocaleLowerCase().includes(text));
  return (
    <>
      {people.length > fewPeople ? (
        <TextField
          type="search"
          size="toolbar"
          label={t(reportsWords.findPerson)}
          hideLabel
          placeholder={t(reportsWords.findPerson)}
          maxLength={limits.email}
          autoComplete="off"
          value={find}
          onChange={setFind}
        />
      ) : null}
      {shown.length === 0 ? <p className="t-small">{t(reportsWords.nobody)}</p> : null}
      <ul className={css.people}>
        {shown.map((row) => (
          <li key={row.id}>
            <Checkbox
              checked={chosen.includes(row.id)}
              disabled={!chosen.includes(row.id) && chosen.length >= most}
              onChange={(on) => onChange(on ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))}
              label={
                <span className={css.person}>
                  <span className="truncate">
                    {row.id === user.id ? t(reportsWords.you, { name: memberName(row) }) : memberName(row)}
                  </span>
                  <span className="t-caption truncate">{row.email}</span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Chooses who of the team gets a report of some apps. */
export function Recipients<Values extends FieldValues, Checked>(
  props: InForm<Values, Checked, string[]> & { apps: readonly string[] },
) {
  const { control, name, apps } = props;
  const { user } = useSession();
  const { value, onChange, error } = useFormField<Values, Checked, string[]>({ control, name });
  const { data, isError, isPending, refetch } = useQuery(teamQuery);
  const id = useId();
  if (isError && !data) return <ErrorState title={t(reportsWords.teamFailed)} onRetry={() => refetch()} />;
  return (
    <Field
      id={id}
      group
      label={t(reportsWords.recipients)}
      hint={t(reportsWords.recipientsHint)}
      end={t(reportsWords.chosen, { count: value.length, most })}
      error={error}
    >
      {isPending ? (
        <>
          <Loading label={t(reportsWords.loadingTeam)} />
          <Skeleton height={96} radius={8} />
        </>
      ) : (
        <People people={readersIn(data, apps, user.id)} chosen={value} onChange={onChange} />
      )}
    </Field>
  );
}
