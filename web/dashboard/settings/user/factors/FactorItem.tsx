import type { ComponentType, ReactNode } from 'react';
import list from '../SessionsCard.module.css';

/** Properties of a FactorItem; `children` is what can be done with it. */
export interface FactorItemProps {
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  name: string;
  text: ReactNode;
  children: ReactNode;
}

/** One thing that somebody signs in with. */
export function FactorItem({ icon: Icon, name, text, children }: FactorItemProps) {
  return (
    <li className={list.item}>
      <span className={list.tile}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={list.text}>
        <div className={list.device}>{name}</div>
        <div className="t-caption">{text}</div>
      </div>
      {children}
    </li>
  );
}
