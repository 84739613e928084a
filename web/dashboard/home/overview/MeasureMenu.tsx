import { ChevronDown } from 'lucide-react';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../kit/overlays/MenuItem.tsx';
import css from './OverviewParts.module.css';

/** Chooses what a top list is ranked by. */
export function MeasureMenu<Measure extends string>(props: {
  label: string;
  measures: Readonly<Record<Measure, string>>;
  value: Measure;
  onChange: (measure: Measure) => void;
}) {
  const { label, measures, value, onChange } = props;
  return (
    <Menu
      label={label}
      align="end"
      width={160}
      trigger={
        <button type="button" className={css.measure}>
          <span className="visually-hidden">{label}: </span>
          {measures[value]}
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      {(Object.keys(measures) as Measure[]).map((one) => (
        <MenuItem key={one} selected={one === value} onSelect={() => onChange(one)}>
          {measures[one]}
        </MenuItem>
      ))}
    </Menu>
  );
}
