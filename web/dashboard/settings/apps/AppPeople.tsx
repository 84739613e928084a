import { useQuery } from '@tanstack/react-query';
import type { AppPersonRow } from '#contracts/app/rows.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import { http } from '../../api/http.ts';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './AppPeople.module.css';

const shownAtFirst = 8;

const nameOf = ({ firstname, lastname, email }: AppPersonRow): string =>
  [firstname, lastname].filter(Boolean).join(' ') || email || 'erased';

/** Who works on an app, with the role of each. */
export function AppPeople({ appId, title }: { appId: string; title: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['app-people', appId],
    queryFn: ({ signal }) => http.get<AppPersonRow[]>(`/permission/app/${appId}`, { signal }),
    staleTime: 60_000,
  });
  if (isError) return <ErrorState bare title={t(settingsWords.peopleDidNotLoad)} onRetry={() => void refetch()} />;
  const more = (data?.length ?? 0) - shownAtFirst;
  return (
    <section className={css.people} aria-label={t(settingsWords.peopleOf, { title })}>
      <h3 className="t-caption">{t(settingsWords.people)}</h3>
      {data ? (
        <ul>
          {data.slice(0, shownAtFirst).map((person) => (
            <li key={person.user_id} title={person.email}>
              <Avatar name={nameOf(person)} size={24} />
              <span className={css.person}>{nameOf(person)}</span>
              <span className="t-caption">
                {person.joined
                  ? t(roleWords[person.role])
                  : t(settingsWords.invitedAs, { role: t(roleWords[person.role]) })}
              </span>
            </li>
          ))}
          {more > 0 ? <li className="t-caption">+{more}</li> : null}
        </ul>
      ) : (
        <Skeleton width={240} height={24} />
      )}
    </section>
  );
}
