import {
  Activity,
  CalendarX2,
  Check,
  CreditCard,
  Gauge,
  Hourglass,
  type LucideIcon,
  Package,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import type { NotificationTypeName } from '#contracts/notification/types.ts';
import { Avatar } from '../kit/pictures/Avatar.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import css from './NotificationMark.module.css';

const icons: Record<NotificationTypeName, LucideIcon> = {
  story_group_created: Plus,
  story_group_updated: Pencil,
  story_group_deleted: Trash2,
  story_group_waiting: Hourglass,
  story_group_capped: Gauge,
  story_group_ended: CalendarX2,
  invitation_accepted: Check,
  payment: CreditCard,
  unusual_traffic: Activity,
  sdk_update: Package,
};
const size = 40;

/** What a notification is about, with a round mark that tells its type: a cover, a person, or the type alone. */
export function NotificationMark({ id, type, values, icon, active }: NotificationRow['data']) {
  const Icon = icons[type];
  if (type === 'payment' || type === 'unusual_traffic' || type === 'sdk_update')
    return (
      <span className={css.alone} data-type={type} aria-hidden>
        <Icon size={18} />
      </span>
    );
  return (
    <span className={css.root} aria-hidden>
      {type === 'invitation_accepted' ? (
        <Avatar name={values.actor ?? ''} id={id} size={size} />
      ) : (
        <Cover name={values.group ?? ''} src={icon} size={size} state={active ? 'active' : 'inactive'} />
      )}
      <span className={css.type} data-type={type}>
        <Icon size={11} strokeWidth={2.25} />
      </span>
    </span>
  );
}
