import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Card } from '../kit/Card.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';
import { DigestLine } from './DigestLine.tsx';
import { MarkAllButton, UnreadChoice } from './NotificationHead.tsx';
import { NotificationList } from './NotificationList.tsx';
import css from './NotificationsPage.module.css';
import { unreadQuery } from './notification-queries.ts';
import { useNotifications } from './use-notifications.ts';

/** The router counts the pages that it has led to in this tab. */
const hasBefore = (): boolean => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0;

/** The notifications as a page: on a phone what the bell leads to. */
export function Component() {
  usePageTitle(t(bellWords.pageTitle));
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const { data: unread = 0 } = useQuery(unreadQuery);
  const onlyUnread = search.has('unread');
  const notifications = useNotifications(onlyUnread);
  return (
    <div className={css.root}>
      <header className={css.head}>
        <IconButton
          label={t(bellWords.back)}
          icon={<ArrowLeft aria-hidden />}
          onClick={() => (hasBefore() ? navigate(-1) : navigate('/home'))}
        />
        <h1>{t(bellWords.title)}</h1>
        <MarkAllButton unread={unread} notifications={notifications} />
      </header>
      <div className={css.choice}>
        <UnreadChoice
          unread={unread}
          value={onlyUnread}
          onChange={(only) => setSearch(only ? { unread: '1' } : {}, { replace: true })}
        />
      </div>
      <Card padded={false} className={css.card}>
        <NotificationList notifications={notifications} onlyUnread={onlyUnread} level={2} />
        <DigestLine />
      </Card>
    </div>
  );
}
