import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus, Tag } from 'lucide-react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuHead, MenuItem, MenuLine, MenuNote } from '../../kit/overlays/MenuItem.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from '../ContentParts.module.css';
import { segmentsQuery } from '../story-group-queries.ts';

const longest = 23;
/** So many groups are offered to get the first label. */
const offered = 3;

/** Properties of the LabelFilter; `counts` by small letters says how many groups of the instance carry a label. */
export interface LabelFilterProps {
  appId: string;
  chosen: readonly string[];
  counts: ReadonlyMap<string, number>;
  onChange: (labels: readonly string[]) => void;
  /** Groups that whoever looks may give a label, and how that begins. */
  editable: readonly StoryGroupRow[];
  onEdit: (groupId: string) => void;
}

/** What stands there before there is a label: what labels are for, and the groups that can get one. */
const noLabels = ({ editable, onEdit }: Pick<LabelFilterProps, 'editable' | 'onEdit'>) => {
  const groups = editable.slice(0, offered);
  // The menu finds its items among its own children alone.
  return [
    <MenuHead key="head">{t(contentWords.noLabels)}</MenuHead>,
    <MenuNote key="note">{t(contentWords.labelsAreFor)}</MenuNote>,
    ...(groups.length > 0 ? [<MenuLine key="line" />, <MenuHead key="to">{t(contentWords.addLabelTo)}</MenuHead>] : []),
    ...groups.map(({ id, title }) => (
      <MenuItem key={id} icon={<Plus aria-hidden />} onSelect={() => onEdit(id)}>
        {title}
      </MenuItem>
    )),
  ];
};

/** Leaves the groups that carry one of the chosen labels; a choice longer than 23 characters is told whole in a tooltip. */
export function LabelFilter({ appId, chosen, counts, onChange, editable, onEdit }: LabelFilterProps) {
  const { data, isError, refetch } = useQuery(segmentsQuery(appId));
  const words = chosen.join(', ');
  const has = (name: string) => chosen.some((one) => one.toLocaleLowerCase() === name.toLocaleLowerCase());
  const toggle = (name: string) =>
    onChange(
      has(name) ? chosen.filter((one) => one.toLocaleLowerCase() !== name.toLocaleLowerCase()) : [...chosen, name],
    );
  // A chosen label that nobody carries any more must stay in reach to be taken away.
  const gone = chosen.filter((one) => !data?.some((row) => row.name.toLocaleLowerCase() === one.toLocaleLowerCase()));
  const names = [...(data ?? []).map((row) => row.name), ...gone].sort((a, b) => a.localeCompare(b));
  return (
    <Tooltip text={words.length > longest ? words : null}>
      <span className={css.labelFilter}>
        <Menu
          label={t(contentWords.labels)}
          width={260}
          maxHeight={380}
          trigger={
            <Button size="toolbar" data-chosen={chosen.length > 0 || undefined}>
              <Tag aria-hidden />
              <span className={`${css.labelWords} truncate`}>
                {words ? <span className="visually-hidden">{t(contentWords.labelsChosen)} </span> : null}
                {words || t(contentWords.labels)}
              </span>
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {names.length === 0 && isError ? <MenuHead>{t(contentWords.labelsDidNotLoad)}</MenuHead> : null}
          {names.length === 0 && !isError ? noLabels({ editable, onEdit }) : null}
          {isError ? <MenuItem onSelect={() => void refetch()}>{t(contentWords.tryAgain)}</MenuItem> : null}
          {names.map((name) => (
            <MenuItem
              key={name}
              keepOpen
              check={has(name)}
              end={<Badge kind="neutral">{exactNumber(counts.get(name.toLocaleLowerCase()) ?? 0)}</Badge>}
              onSelect={() => toggle(name)}
            >
              {name}
            </MenuItem>
          ))}
          {chosen.length > 0 ? <MenuLine /> : null}
          {chosen.length > 0 ? (
            <MenuItem onSelect={() => onChange([])}>{t(contentWords.showAllLabels)}</MenuItem>
          ) : null}
        </Menu>
      </span>
    </Tooltip>
  );
}
