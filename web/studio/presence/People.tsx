import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { Avatar } from '../../dashboard/kit/pictures/Avatar.tsx';
import { presenceWords } from '../../dashboard/words/presence.en.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './People.module.css';

/** Somebody in the studio, and the place of the story that they have open; null where that is not known. */
export interface PersonHere {
  user_id: string;
  name: string;
  place: number | null;
}

const most = 4;

/** Who else is in the studio, and on which story. */
export function People({ people }: { people: readonly PersonHere[] }) {
  if (people.length === 0) return null;
  const rest = people.length - most;
  return (
    <ul className={css.people} aria-label={t(presenceWords.here)}>
      {people.slice(0, most).map(({ user_id, name: given, place }) => {
        const name = given || t(studioWords.someone);
        const said = place === null ? t(presenceWords.inStudio, { name }) : t(presenceWords.onStory, { name, place });
        return (
          <li key={user_id}>
            <Tooltip text={said}>
              <span className={css.person} role="img" aria-label={said}>
                <Avatar name={name} id={user_id} size={28} />
              </span>
            </Tooltip>
          </li>
        );
      })}
      {rest > 0 ? <li className={`${css.more} num`}>{t(presenceWords.more, { count: rest })}</li> : null}
    </ul>
  );
}
