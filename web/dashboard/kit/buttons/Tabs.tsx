import { Link, useLocation } from 'react-router';
import { Badge } from '../text/Badge.tsx';
import { exactNumber } from '../text/format.ts';
import css from './Tabs.module.css';

/** One underlined tab: a link; `active` overrules the comparison of its path with the address. */
export interface TabItem {
  to: string;
  label: string;
  count?: number | undefined;
  active?: boolean;
}

/** Underlined tabs that are links, so that the address holds the open one. */
export function Tabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label} className={css.root} data-kit="tabs">
      {items.map((item) => {
        const active = item.active ?? pathname.startsWith(item.to.split('?')[0] ?? item.to);
        return (
          <Link
            key={item.to}
            to={item.to}
            className={css.tab}
            data-kit="tab"
            aria-current={active ? 'page' : undefined}
          >
            {item.label}
            {item.count === undefined ? null : <Badge kind="neutral">{exactNumber(item.count)}</Badge>}
          </Link>
        );
      })}
    </nav>
  );
}
