import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Tag } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuHead, MenuItem, MenuLine } from '../../kit/overlays/MenuItem.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from '../ContentParts.module.css';
import { segmentsQuery } from '../story-group-queries.ts';

const longest = 23;

/** Properties of the LabelFilter; `counts` by small letters says how many groups of the instance carry a label. */
export interface LabelFilterProps {
  appId: string;
  chosen: readonly string[];
  counts: ReadonlyMap<string, number>;
  onChange: (labels: readonly string[]) => void;
}

/** Leaves the groups that carry one of the chosen labels; a choice longer than 23 characters is told whole in a tooltip. */
export function LabelFilter({ appId, chosen, counts, onChange }: LabelFilterProps) {
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
          width={240}
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
          {names.length === 0 ? (
            <MenuHead>{isError ? t(contentWords.labelsDidNotLoad) : t(contentWords.noLabels)}</MenuHead>
          ) : null}
          {isError ? <MenuItem onSelect={() => void refetch()}>{t(contentWords.tryAgain)}</MenuItem> : null}
          {names.map((name) => (
            <MenuItem
              key={name}
              keepOpen
              check={has(name)}
              end={<Badge kind="neutral">{counts.get(name.toLocaleLowerCase()) ?? 0}</Badge>}
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
