import type { Role } from '#contracts/api/roles.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import { Field } from '../../../kit/fields/Field.tsx';
import { Radio } from '../../../kit/fields/Radio.tsx';
import { Tooltip } from '../../../kit/overlays/Tooltip.tsx';
import { permissionText } from '../../../shell/session/permission-text.ts';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';
import { roleTexts } from '../role-texts.ts';
import css from './InviteDialog.module.css';

/** Properties of RoleCards; a role that the person may not give is there, and cannot be chosen. */
export interface RoleCardsProps {
  options: readonly { role: Role; allowed: boolean }[];
  value: Role;
  onChange: (role: Role) => void;
}

/** The roles to choose from, each with what it may do. */
export function RoleCards({ options, value, onChange }: RoleCardsProps) {
  return (
    <Field id="invite-role" label={t(teamWords.role)} group>
      <div className={css.roles} role="radiogroup" aria-labelledby="invite-role-label">
        {options.map(({ role, allowed }) => (
          <Tooltip key={role} text={allowed ? null : permissionText}>
            <div className={css.role} data-chosen={role === value || undefined}>
              <Radio
                name="role"
                value={role}
                checked={role === value}
                disabled={!allowed}
                onChange={() => onChange(role)}
                label={
                  <>
                    <strong>{t(roleWords[role])}</strong>
                    <span className={css.roleText}>{roleTexts[role]}</span>
                  </>
                }
              />
            </div>
          </Tooltip>
        ))}
      </div>
    </Field>
  );
}
