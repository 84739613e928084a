import { Columns3 } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem, MenuLine } from '../kit/overlays/MenuItem.tsx';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import type { FigureColumn } from './group-columns.ts';

/** Chooses which columns the table shows; one always stays. */
export function ColumnsMenu(props: {
  columns: readonly FigureColumn[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}) {
  const { columns, hidden, onChange } = props;
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  return (
    <Menu
      label={t(analyticsWords.columns)}
      align="end"
      width={220}
      trigger={
        <Button size="toolbar" icon={<Columns3 aria-hidden />}>
          {t(analyticsWords.columns)}
        </Button>
      }
    >
      {columns.map(({ id, label }) => {
        const on = shown.some((one) => one.id === id);
        return (
          <MenuItem
            key={id}
            keepOpen
            check={on}
            disabled={on && shown.length === 1}
            onSelect={() => onChange(on ? [...hidden, id] : hidden.filter((one) => one !== id))}
          >
            {label}
          </MenuItem>
        );
      })}
      <MenuLine />
      <MenuItem disabled={shown.length === columns.length} onSelect={() => onChange([])}>
        {t(analyticsWords.showAllColumns)}
      </MenuItem>
    </Menu>
  );
}
