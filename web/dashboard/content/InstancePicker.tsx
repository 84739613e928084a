import { ChevronDown } from 'lucide-react';
import type { InstanceRow } from '#contracts/app/rows.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { exactNumber } from '../kit/text/format.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import css from './InstancePicker.module.css';

/** Properties of the InstancePicker; `count` is the number of groups in the chosen instance, once known. */
export interface InstancePickerProps {
  instances: readonly InstanceRow[];
  chosen: InstanceRow;
  count: number | undefined;
  onChoose: (instanceId: string) => void;
}

/** Chooses the instance whose groups the page shows. */
export function InstancePicker({ instances, chosen, count, onChoose }: InstancePickerProps) {
  const shown = count ?? chosen.story_groups?.length;
  return (
    <Menu
      label={t(contentWords.instances)}
      width={260}
      maxHeight={420}
      trigger={
        <Button className={css.root}>
          <span className={css.word}>{t(contentWords.instance)}</span>
          <span className="truncate">{chosen.title}</span>
          {shown === undefined ? null : <Badge kind="neutral">{exactNumber(shown)}</Badge>}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {instances.map((one) => (
        <MenuItem
          key={one.id}
          selected={one.id === chosen.id}
          end={
            <Badge kind="neutral">{exactNumber((one.id === chosen.id ? shown : one.story_groups?.length) ?? 0)}</Badge>
          }
          onSelect={() => onChoose(one.id)}
        >
          {one.title}
        </MenuItem>
      ))}
    </Menu>
  );
}
