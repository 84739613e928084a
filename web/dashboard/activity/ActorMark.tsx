import { Cpu, Shield } from 'lucide-react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { Avatar } from '../kit/pictures/Avatar.tsx';
import css from './EntryParts.module.css';

/** Who did it, as a round mark: initials of a person, a shield for staff, a chip for what ran by itself. */
export function ActorMark({ actor, size = 28 }: { actor: AuditRow['actor']; size?: number }) {
  if (actor.type === 'staff' || actor.type === 'system') {
    const Icon = actor.type === 'staff' ? Shield : Cpu;
    return (
      <span className={css.mark} data-type={actor.type} style={{ width: size, height: size }} aria-hidden>
        <Icon size={size * 0.5} strokeWidth={2} />
      </span>
    );
  }
  return <Avatar name={actor.name} id={actor.id} size={size} />;
}
