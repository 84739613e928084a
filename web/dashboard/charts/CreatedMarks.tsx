import { useNavigate } from 'react-router';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuHead, MenuItem } from '../kit/overlays/MenuItem.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { cut, exactNumber } from '../kit/text/format.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import css from './CreatedMarks.module.css';
import type { Mark } from './chart-scale.ts';
import { type MadeGroup, shortDayName } from './days.ts';

/** The covers of groups above the days on which they were created; each opens a list that leads to the groups. */
export function CreatedMarks({
  marks,
  left,
  width,
}: {
  marks: readonly Mark<MadeGroup>[];
  left: number;
  width: number;
}) {
  const navigate = useNavigate();
  if (marks.length === 0) return null;
  return (
    <ul className={css.marks} aria-label={t(homeWords.createdMarks)}>
      {marks.map(({ date, at, things }) => (
        <li key={date} style={{ left: left + at * width }}>
          <Menu
            label={t(homeWords.created)}
            width={220}
            maxHeight={320}
            trigger={
              <button type="button" className={css.mark}>
                <Cover
                  name={things[0]?.title ?? ''}
                  src={things[0]?.icon}
                  size={26}
                  state={isGroupActive(things[0]?.status ?? 0) ? 'active' : 'inactive'}
                />
                {things.length > 1 ? (
                  <span className={`${css.markCount} num`} aria-hidden>
                    {exactNumber(things.length)}
                  </span>
                ) : null}
                <span className="visually-hidden">
                  {t(homeWords.createdOnDay, {
                    shortDayName: shortDayName(date),
                    things: things.map((group) => group.title).join(', '),
                  })}
                </span>
              </button>
            }
          >
            <MenuHead>{t(homeWords.createdOnDayUtc, { shortDayName: shortDayName(date) })}</MenuHead>
            {things.map((group) => (
              <MenuItem
                key={group.id}
                icon={<Cover name={group.title} src={group.icon} size={22} plain />}
                note={group.place}
                onSelect={() => navigate(group.address ?? `/stories/${group.id}`)}
              >
                {cut(group.title, 40)}
              </MenuItem>
            ))}
          </Menu>
        </li>
      ))}
    </ul>
  );
}
