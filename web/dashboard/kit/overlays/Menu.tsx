import MuiMenu from '@mui/material/Menu';
import {
  cloneElement,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react';

/** Lets an item close the menu it stands in. */
export const MenuClose = createContext<() => void>(() => undefined);

/** The trigger of a Menu: a button element that takes these properties. */
export type MenuTrigger = ReactElement<{
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
}>;

/** Properties of a Menu; `label` names the list. */
export interface MenuProps {
  label: string;
  trigger: MenuTrigger;
  children: ReactNode;
  align?: 'start' | 'end';
  width?: number;
  maxHeight?: number;
  /** Above the trigger instead of below. */
  above?: boolean;
}

/** A menu that opens from its trigger; arrow keys, letters and Escape work. */
export function Menu({ label, trigger, children, align = 'start', width, maxHeight, above }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // A page may hold fifty closed menus: what Material puts around a list is not drawn before it is first opened.
  const [opened, setOpened] = useState(false);
  const id = useId();
  const close = () => setAnchor(null);
  const horizontal = align === 'end' ? 'right' : 'left';
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': Boolean(anchor),
        'aria-controls': anchor ? id : undefined,
        onClick: (event) => {
          event.stopPropagation();
          setAnchor(event.currentTarget);
          setOpened(true);
        },
      })}
      {opened ? (
        <MuiMenu
          anchorEl={anchor}
          open={Boolean(anchor)}
          onClose={close}
          // While it fades away, what is pressed is what lies below.
          style={anchor ? undefined : { pointerEvents: 'none' }}
          onClick={(event) => event.stopPropagation()}
          transitionDuration={180}
          anchorOrigin={{ vertical: above ? 'top' : 'bottom', horizontal }}
          transformOrigin={{ vertical: above ? 'bottom' : 'top', horizontal }}
          slotProps={{
            // Wherever its trigger stands, it lies at the end of the document, outside of every other landmark.
            paper: {
              role: 'region',
              'aria-label': label,
              style: { minWidth: width ?? 200, width, maxHeight, maxWidth: 'calc(100vw - 24px)' },
            },
            list: { id, 'aria-label': label, dense: true },
          }}
        >
          <MenuClose.Provider value={close}>{children}</MenuClose.Provider>
        </MuiMenu>
      ) : null}
    </>
  );
}
