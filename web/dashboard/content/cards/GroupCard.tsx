import { Pin } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus, isGroupActive } from '#contracts/story-group/status.ts';
import { ListedDesign } from '../../designs/ListedDesign.tsx';
import { statusOffers } from '../../gates/status-offers.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Switch } from '../../kit/fields/Switch.tsx';
import { Cover, type CoverState } from '../../kit/pictures/Cover.tsx';
import { MoreTile, StoryThumb } from '../../kit/pictures/StoryThumb.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { Dot } from '../Dot.tsx';
import type { CardActs, CardRights } from './card-acts.ts';
import css from './GroupCard.module.css';
import groupCards from './GroupCards.module.css';
import { GroupFoot } from './GroupFoot.tsx';
import { GroupMenu } from './GroupMenu.tsx';

const shownStories = 6;

/** Properties of the inside of a card; `creator` and `reach` are left out when they are not known or not shown. */
export interface GroupCardProps {
  row: StoryGroupRow;
  rights: CardRights;
  acts: CardActs;
  address: string;
  timeZone: string;
  creator: string | undefined;
  reach: number | undefined;
  selected: boolean;
}

/** The ring that a group's status asks for. */
export function ringOf(status: number): CoverState {
  if (status === groupStatus.test) return 'test';
  return isGroupActive(status) ? 'active' : 'inactive';
}

function StatusControl({ row, rights, acts }: Pick<GroupCardProps, 'row' | 'rights' | 'acts'>) {
  const { approve, activate } = statusOffers(row, rights);
  const disabledReason = rights.publish ? activate?.reason : permissionText;
  if (approve) {
    return (
      <Button
        variant="accent"
        size="small"
        disabledReason={approve.reason}
        onClick={() => acts.setStatus(row, groupStatus.active)}
      >
        {t(contentWords.approveTitle, {
          hidden: (parts) => <span className="visually-hidden">{parts}</span>,
          title: row.title,
        })}
      </Button>
    );
  }
  return (
    <Switch
      label={t(contentWords.activeSwitch, { title: row.title })}
      checked={isGroupActive(row.status)}
      disabledReason={disabledReason}
      onChange={(on) => acts.setStatus(row, on ? groupStatus.active : groupStatus.inactive)}
    />
  );
}

function Strip({ row }: { row: StoryGroupRow }) {
  if (row.story_count === 0) return <p className={css.stripEmpty}>{t(contentWords.noStoriesYet)}</p>;
  const shown = Math.min(shownStories, row.story_count);
  const more = row.story_count - shown;
  return (
    <div className={groupCards.strip} aria-hidden>
      {Array.from({ length: shown }, (_, index) => {
        const [src = null, designed] = [row.thumbnails[index], row.designs[index]];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the strip, two stories may share a picture
          <StoryThumb key={index} src={src} atMost={40}>
            {designed ? <ListedDesign storyId={designed} src={src} width={40} /> : null}
          </StoryThumb>
        );
      })}
      {more > 0 ? <MoreTile count={more} /> : null}
    </div>
  );
}

/** What a group's card shows; where it stands and how it moves is its frame's matter. */
export const GroupCard = memo(function GroupCard(props: GroupCardProps) {
  const { row, rights, acts, address, timeZone, creator, reach, selected } = props;
  return (
    <>
      <div className={groupCards.cardHead}>
        <span className={css.cardCover}>
          <Cover name={row.title} src={row.icon} state={ringOf(row.status)} />
          <Checkbox
            className={groupCards.cardCheck}
            hideLabel
            label={t(contentWords.selectTitle, { title: row.title })}
            checked={selected}
            onChange={(_, { shiftKey }) => acts.select(row, shiftKey)}
          />
        </span>
        <div className={groupCards.cardNames}>
          <h2 className="t-card">
            <Link className={`${css.cardLink} truncate`} to={address} draggable={false}>
              {row.title}
            </Link>
            {row.pinned ? (
              <>
                <Pin className={css.cardPin} size={14} aria-hidden />
                <span className="visually-hidden">{t(contentWords.pinned)}</span>
              </>
            ) : null}
          </h2>
          <p className={css.cardSub}>
            {t(contentWords.storyCount, { count: row.story_count })}
            {creator ? (
              <>
                <Dot />
                <span className="truncate">{creator}</span>
              </>
            ) : null}
          </p>
        </div>
        <StatusControl row={row} rights={rights} acts={acts} />
        <GroupMenu row={row} rights={rights} acts={acts} />
      </div>
      <Strip row={row} />
      <GroupFoot row={row} reach={reach} timeZone={timeZone} />
    </>
  );
});
