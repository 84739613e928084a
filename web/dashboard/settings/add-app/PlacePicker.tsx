import { ChevronDown } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../kit/overlays/MenuItem.tsx';
import css from '../apps/AppParts.module.css';

/** An instance that can be chosen. */
export interface InstanceOption {
  app_id: string;
  instance_id: string;
  label: string;
}

/** Chooses one of several instances. */
export function PlacePicker(props: {
  id: string;
  label: string;
  places: readonly InstanceOption[];
  chosen: InstanceOption;
  onChoose: (place: InstanceOption) => void;
}) {
  const { id, label, places, chosen, onChoose } = props;
  return (
    <Field id={id} label={label}>
      <Menu
        label={label}
        width={320}
        maxHeight={360}
        trigger={
          <Button id={id} aria-labelledby={`${id}-label ${id}`} className={css.place}>
            <span className="truncate">{chosen.label}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {places.map((place) => (
          <MenuItem
            key={place.instance_id}
            selected={place.instance_id === chosen.instance_id}
            onSelect={() => onChoose(place)}
          >
            {place.label}
          </MenuItem>
        ))}
      </Menu>
    </Field>
  );
}
