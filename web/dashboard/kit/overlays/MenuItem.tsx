import MuiMenuItem from '@mui/material/MenuItem';
import { Check } from 'lucide-react';
import { type ReactNode, type Ref, useContext } from 'react';
import { MenuClose } from './Menu.tsx';
import css from './MenuItem.module.css';
import { Tooltip } from './Tooltip.tsx';

/** Properties of a MenuItem; `autoFocus` and `ref` are filled in by the menu. */
export interface MenuItemProps {
  children: ReactNode;
  onSelect?: () => void;
  icon?: ReactNode;
  /** Puts the icon on a soft violet tile, for items with a note. */
  tile?: boolean;
  note?: ReactNode;
  end?: ReactNode;
  danger?: boolean;
  /** Draws a check mark and tells it as a chosen option. */
  selected?: boolean;
  /** Draws a check mark and tells it as one of several choices that are on or off. */
  check?: boolean;
  disabled?: boolean;
  disabledReason?: string | undefined;
  /** Stays at the bottom while the items above scroll, with a hairline over it. */
  sticky?: boolean;
  /** Leaves the menu open after the choice. */
  keepOpen?: boolean;
  autoFocus?: boolean;
  tabIndex?: number;
  ref?: Ref<HTMLLIElement>;
}

/** One line of a Menu: icon, text, note below, something at the end. */
export function MenuItem(props: MenuItemProps) {
  const {
    children,
    onSelect,
    icon,
    tile,
    note,
    end,
    danger,
    selected,
    check,
    disabled,
    disabledReason,
    keepOpen,
    sticky,
    ...focus
  } = props;
  const close = useContext(MenuClose);
  const off = Boolean(disabledReason);
  return (
    <Tooltip text={disabledReason}>
      <MuiMenuItem
        {...focus}
        className={sticky ? css.sticky : ''}
        disabled={Boolean(disabled) && !off}
        role={check !== undefined ? 'menuitemcheckbox' : selected === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={check ?? selected}
        aria-disabled={off || undefined}
        onClick={() => {
          if (off) return;
          if (!keepOpen) close();
          onSelect?.();
        }}
      >
        <span className={css.root} data-danger={danger || undefined} style={off ? { opacity: 0.45 } : undefined}>
          {tile ? <span className={css.tile}>{icon}</span> : icon}
          <span className={css.text}>
            <span className="truncate">{children}</span>
            {note ? <span className={css.note}>{note}</span> : null}
          </span>
          {end}
          {(check ?? selected) ? <Check className={css.check} aria-hidden /> : null}
        </span>
      </MuiMenuItem>
    </Tooltip>
  );
}

/** A caption above a part of a menu; its content is not chosen. */
export function MenuHead({ children }: { children: ReactNode }) {
  return (
    <li role="presentation" className={css.head}>
      {children}
    </li>
  );
}

// MUI gives its first item the focus, unless the component says that it takes none.
MenuHead.muiSkipListHighlight = true;

/** A sentence in a menu, as on what it would hold; it is not chosen. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <li role="presentation" className={`${css.note} ${css.sentence}`}>
      {children}
    </li>
  );
}
MenuNote.muiSkipListHighlight = true;

/** A hairline between the parts of a menu. */
export function MenuLine() {
  return <li aria-hidden className={css.line} />;
}
MenuLine.muiSkipListHighlight = true;
