import { useState } from 'react';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';
import { DigestLine } from './DigestLine.tsx';
import { MarkAllButton, UnreadChoice } from './NotificationHead.tsx';
import { NotificationList } from './NotificationList.tsx';
import css from './NotificationPanel.module.css';
import { useNotifications } from './use-notifications.ts';

/** What the bell opens: the notifications, what can be done with them, and the digest. */
export default function NotificationPanel({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const [onlyUnread, setOnlyUnread] = useState(false);
  const notifications = useNotifications(onlyUnread);
  return (
    <div className={css.root}>
      <header className={css.head}>
        <h2 className="t-card">{t(bellWords.title)}</h2>
        <UnreadChoice unread={unread} value={onlyUnread} onChange={setOnlyUnread} />
        <MarkAllButton unread={unread} notifications={notifications} />
      </header>
      <div className={css.list}>
        <NotificationList notifications={notifications} onlyUnread={onlyUnread} level={3} onLeave={onLeave} />
      </div>
      <DigestLine onLeave={onLeave} />
    </div>
  );
}
