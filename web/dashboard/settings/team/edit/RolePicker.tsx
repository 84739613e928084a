import { ChevronDown } from 'lucide-react';
import { roleWords } from '#contracts/words/roles.en.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Menu } from '../../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../../kit/overlays/MenuItem.tsx';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';
import { roleTexts } from '../role-texts.ts';
import type { AppRole } from './permission-changes.ts';

/** Properties of a RolePicker; `app` is the title of the app that the role is for. */
export interface RolePickerProps {
  app: string;
  role: AppRole;
  options: readonly AppRole[];
  onChoose: (role: AppRole) => void;
}

/** The role of somebody in an app, and the others with what each may do. */
export function RolePicker({ app, role, options, onChoose }: RolePickerProps) {
  return (
    <Menu
      label={t(teamWords.roleIn, { app })}
      align="end"
      width={280}
      trigger={
        <Button size="small" iconEnd={<ChevronDown aria-hidden />}>
          <span className="visually-hidden">{t(teamWords.roleIn, { app })}</span>
          {t(roleWords[role])}
        </Button>
      }
    >
      {options.map((one) => (
        <MenuItem key={one} selected={one === role} note={roleTexts[one]} onSelect={() => onChoose(one)}>
          {t(roleWords[one])}
        </MenuItem>
      ))}
    </Menu>
  );
}
