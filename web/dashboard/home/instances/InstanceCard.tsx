import { ArrowRight, GripVertical, Plus } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import type { InstanceRow } from '#contracts/app/rows.ts';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import css from './InstanceCard.module.css';

const shownCovers = 4;
const places = ['a', 'b', 'c'];

/** Properties of the inside of an instance's card; `grip` are those of its handle, absent where nothing can be moved. */
export interface InstanceCardProps {
  instance: InstanceRow;
  selected: boolean;
  onSelect: () => void;
  grip?: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };
}

function Covers({ instance }: { instance: InstanceRow }) {
  const active = (instance.story_groups ?? []).filter((group) => isGroupActive(group.status));
  const more = active.length - shownCovers;
  if (active.length === 0)
    return (
      <span className={css.covers} aria-hidden>
        {places.map((place) => (
          <span key={place} className={css.coverPlace} />
        ))}
      </span>
    );
  return (
    <ul className={css.covers} aria-label={t(homeWords.coversLabel)}>
      {active.slice(0, shownCovers).map((group) => (
        <li key={group.id}>
          <Tooltip text={group.title} describes={false}>
            <span>
              <Cover name={group.title} src={group.icon} size={32} />
              <span className="visually-hidden">{group.title}</span>
            </span>
          </Tooltip>
        </li>
      ))}
      {more > 0 ? <li className={`${css.coversMore} num`}>+{more}</li> : null}
    </ul>
  );
}

/** What an instance's card shows: name, how many groups are active, their covers, and the way on. */
export function InstanceCard({ instance, selected, onSelect, grip }: InstanceCardProps) {
  const { app, may } = useSession();
  const groups = instance.story_groups ?? [];
  const active = groups.filter((group) => isGroupActive(group.status)).length;
  const address = `/content?app=${app?.id}&instance=${instance.id}`;
  const view = may('storyGroup.view') ? undefined : permissionText;
  const edit = may('storyGroup.edit') ? undefined : permissionText;
  return (
    <>
      <div className={css.instanceHead}>
        {grip ? (
          <button
            type="button"
            className={css.grip}
            aria-label={t(homeWords.moveInstance, { title: instance.title })}
            {...grip}
          >
            <GripVertical size={14} strokeWidth={2} aria-hidden />
          </button>
        ) : null}
        <h2 className="t-card">
          {selected ? (
            <span className="truncate">{instance.title}</span>
          ) : (
            <button
              type="button"
              className={`${css.instanceName} truncate`}
              aria-label={t(homeWords.selectInstance, { title: instance.title })}
              onClick={onSelect}
            >
              {instance.title}
            </button>
          )}
        </h2>
        {selected ? <Badge kind="primary">{t(homeWords.selected)}</Badge> : null}
        <span className={`${css.instanceCount} num`}>
          {groups.length === 0
            ? t(homeWords.noGroupsYet)
            : t(homeWords.activeOfCount, {
                active: exactNumber(active),
                count: exactNumber(groups.length),
                wide: (parts) => <span className={css.wide}>{parts}</span>,
              })}
        </span>
      </div>
      <div className={css.instanceFoot}>
        <Covers instance={instance} />
        {groups.length === 0 ? (
          <Button
            size="small"
            variant="accent"
            icon={<Plus aria-hidden />}
            disabledReason={edit}
            to={`${address}&create=1`}
          >
            {t(homeWords.createStoryGroup)}
          </Button>
        ) : (
          <Button
            size="small"
            className={css.go}
            disabledReason={view}
            to={address}
            iconEnd={<ArrowRight aria-hidden />}
          >
            <span>{t(homeWords.goToContent)}</span>
          </Button>
        )}
      </div>
    </>
  );
}
