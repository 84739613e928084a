import { CheckCheck } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { SegmentedControl } from '../kit/buttons/SegmentedControl.tsx';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';
import { useMark } from './use-mark.ts';
import type { Notifications } from './use-notifications.ts';

/** Chooses between all notifications and those that are unread, with their number. */
export function UnreadChoice(props: { unread: number; value: boolean; onChange: (onlyUnread: boolean) => void }) {
  return (
    <SegmentedControl
      label={t(bellWords.which)}
      value={props.value ? 'unread' : 'all'}
      options={[
        { value: 'all', label: t(bellWords.all) },
        { value: 'unread', label: t(bellWords.unread), count: props.unread || undefined },
      ]}
      onChange={(value) => props.onChange(value === 'unread')}
    />
  );
}

/** Marks as read whatever came up to the newest notification that is shown. */
export function MarkAllButton({ unread, notifications }: { unread: number; notifications: Notifications }) {
  const { mark, refused } = useMark();
  const [newest] = notifications.rows;
  const off = unread === 0 || !newest;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<CheckCheck aria-hidden />}
      disabledReason={refused}
      // It keeps the focus when there is nothing left to mark.
      aria-disabled={off}
      onClick={() => !off && mark({ until: newest.ts_created })}
    >
      {t(bellWords.markAll)}
    </Button>
  );
}
