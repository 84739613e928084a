import { useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { roleWords } from '#contracts/words/roles.en.ts';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { CustomerList } from '../../shell/CustomerList.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import type { AppPerson } from '../settings-lists.ts';
import css from './AppPeople.module.css';

const shownAtFirst = 8;

const nameOf = ({ firstname, lastname, email }: AppPerson): string =>
  [firstname, lastname].filter(Boolean).join(' ') || email || 'erased';

function People() {
  const { data = [] } = useListContext<AppPerson>();
  const more = data.length - shownAtFirst;
  return (
    <ul>
      {data.slice(0, shownAtFirst).map((person) => (
        <li key={person.id} title={person.email}>
          <Avatar name={nameOf(person)} id={person.id} size={24} />
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
  );
}

/** Who works on an app, with the role of each. */
export function AppPeople({ appId, title }: { appId: string; title: string }) {
  const section = (inside: ReactNode) => (
    <section className={css.people} aria-label={t(settingsWords.peopleOf, { title })}>
      <h3 className="t-caption">{t(settingsWords.people)}</h3>
      {inside}
    </section>
  );
  return (
    <CustomerList
      name="app-people"
      filter={{ app_id: appId }}
      staleTime={60_000}
      waiting={section(<Skeleton width={240} height={24} />)}
      failed={(_, onRetry) => <ErrorState bare title={t(settingsWords.peopleDidNotLoad)} onRetry={onRetry} />}
    >
      {section(<People />)}
    </CustomerList>
  );
}
