import { ArrowRight, ChevronDown } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { cut } from '../kit/text/format.ts';
import { detailWords } from '../words/details.en.ts';
import { groupLineWords } from '../words/group-lines.en.ts';
import { t } from '../words/t.ts';
import type { Days } from './analytics-queries.ts';
import { FunnelCard } from './details/FunnelCard.tsx';
import css from './GroupFunnel.module.css';
import type { GroupLine } from './group-columns.ts';

const offered = 50;
const nameLength = 20;

/** The way from the bar to the click of one of the table's groups. */
export function GroupFunnel(props: {
  lines: readonly GroupLine[];
  chosen: GroupLine;
  onChoose: (id: string) => void;
  days: Days;
  addressOf: (id: string) => string;
  className?: string | undefined;
}) {
  const { lines, chosen, onChoose, days, addressOf, className } = props;
  const { row, isWeb } = chosen;
  const dayCount = Math.round((days.to - days.from) / 86_400) + 1;
  return (
    <FunnelCard
      groupId={row.id}
      days={days}
      isWeb={isWeb}
      className={className}
      title={t(detailWords.funnelOf, { days: dayCount })}
      tools={
        <>
          <Menu
            label={t(groupLineWords.chooseGroup)}
            align="end"
            width={280}
            maxHeight={360}
            trigger={
              <Button
                size="small"
                iconEnd={<ChevronDown aria-hidden />}
                aria-label={t(groupLineWords.funnelGroup, { title: row.title })}
              >
                <Cover name={row.title} src={row.icon} size={18} plain />
                <span className={css.name}>{cut(row.title, nameLength)}</span>
              </Button>
            }
          >
            {lines.slice(0, offered).map(({ row: one }) => (
              <MenuItem
                key={one.id}
                selected={one.id === row.id}
                icon={<Cover name={one.title} src={one.icon} size={22} plain />}
                onSelect={() => onChoose(one.id)}
              >
                {cut(one.title, 40)}
              </MenuItem>
            ))}
          </Menu>
          <Button
            size="small"
            to={addressOf(row.id)}
            iconEnd={<ArrowRight aria-hidden />}
            aria-label={t(detailWords.openGroup, { title: row.title })}
          >
            {t(detailWords.open)}
          </Button>
        </>
      }
    />
  );
}
