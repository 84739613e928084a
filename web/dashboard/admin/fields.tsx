import { Shield } from 'lucide-react';
import { useFieldValue, useRecordContext } from 'react-admin';
import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import { Avatar } from '../kit/pictures/Avatar.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { Figure } from '../kit/text/Metric.tsx';
import { adminWords } from '../words/admin.en.ts';
import { staffAccessWords } from '../words/staff-access.en.ts';
import { t } from '../words/t.ts';
import { countryName, paymentState, personName, userStateWords } from './admin-words.ts';
import css from './FieldParts.module.css';
import { Timestamp } from './Timestamp.tsx';

/** Properties of a field: the column of the record that it shows. */
export interface SourceProps {
  source: string;
}

/** A person: picture, name and e-mail. */
export function PersonField() {
  const user = useRecordContext<AdminUserRow>();
  if (!user) return null;
  const name = personName(user);
  return (
    <span className={css.name}>
      <Avatar name={name} id={user.id} />
      <span className={css.two}>
        <span className={`${css.strong} truncate`}>{name}</span>
        {name === user.email ? null : <span className="t-caption truncate">{user.email}</span>}
      </span>
    </span>
  );
}

/** A user's roles, and whether they are staff. */
export function RolesField() {
  const user = useRecordContext<AdminUserRow>();
  if (!user) return null;
  const roles = user.roles.map((one) => t(roleWords[one])).join(', ');
  return (
    <span className={css.roles}>
      {user.type === 2 ? (
        <Badge kind="waiting" icon={<Shield aria-hidden />}>
          {t(adminWords.staff)}
        </Badge>
      ) : null}
      <span>{user.settings.is_mobile ? t(adminWords.mobileRoles, { roles }) : roles}</span>
    </span>
  );
}

/** The state of a user as a badge. */
export function StateField() {
  const user = useRecordContext<AdminUserRow>();
  if (!user) return null;
  if (user.disabled) return <Badge kind="danger">{t(staffAccessWords.disabled)}</Badge>;
  const { label, kind } = userStateWords[user.state];
  return <Badge kind={kind}>{label}</Badge>;
}

/** A payment status as a badge. */
export function PlanField({ source }: SourceProps) {
  const { label, kind } = paymentState(useFieldValue({ source }));
  return <Badge kind={kind}>{label}</Badge>;
}

/** A country by its name. */
export function CountryField({ source }: SourceProps) {
  return countryName(useFieldValue({ source }));
}

/** A count, exact on hover. */
export function FigureField({ source }: SourceProps) {
  return <Figure value={useFieldValue({ source })} />;
}

/** A moment as people say it, exact on hover. */
export function MomentField({ source }: SourceProps) {
  return <Timestamp ts={useFieldValue({ source })} />;
}
