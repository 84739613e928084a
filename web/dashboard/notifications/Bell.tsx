import { Bell as BellIcon } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Popover } from '../kit/overlays/Popover.tsx';
import { Tooltip } from '../kit/overlays/Tooltip.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { usePartFailed } from '../kit/states/use-part-failed.ts';
import { useNarrow } from '../shell/use-narrow.ts';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';
import css from './Bell.module.css';
import { useUnread } from './use-unread.ts';
import { WaitingRows } from './WaitingRows.tsx';

const NotificationPanel = lazy(() => import('./NotificationPanel.tsx'));

const mostShown = 99;

/** How many notifications are unread, in the top bar; it opens them in a panel, on a phone as a page. */
export function Bell() {
  const unread = useUnread();
  const narrow = useNarrow();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ anchor: HTMLElement; at: string } | null>(null);
  const close = () => setOpened(null);
  const onFailed = usePartFailed(close);
  // There is no button any more that it could stand at.
  useEffect(() => {
    if (narrow) setOpened(null);
  }, [narrow]);
  const name = unread > 0 ? t(bellWords.withUnread, { count: unread }) : t(bellWords.title);
  const inside = (
    <>
      <BellIcon size={18} aria-hidden />
      {unread > 0 ? (
        <span className={`${css.count} num`} aria-hidden>
          {unread > mostShown ? `${mostShown}+` : unread}
        </span>
      ) : null}
    </>
  );
  if (narrow)
    return (
      <Link
        to="/notifications"
        className={css.root}
        aria-label={name}
        aria-current={pathname === '/notifications' ? 'page' : undefined}
      >
        {inside}
      </Link>
    );
  // Whoever goes back or forward has left what was opened.
  const anchor = opened?.at === pathname ? opened.anchor : null;
  return (
    <>
      <Tooltip text={anchor ? null : name} describes={false}>
        <button
          type="button"
          className={css.root}
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setOpened({ anchor: currentTarget, at: pathname })}
        >
          {inside}
        </button>
      </Tooltip>
      <Popover anchor={anchor} onClose={close} label={t(bellWords.title)} align="end" width={440}>
        <LazyPart fallback={<WaitingRows />} onFailed={onFailed}>
          <NotificationPanel unread={unread} onLeave={close} />
        </LazyPart>
      </Popover>
    </>
  );
}
