import { useLocation } from 'react-router';
import { Button } from '../../kit/buttons/Button.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';
import { LiveDot } from './LiveDot.tsx';

/** Leads from the figures to the live view of the same app; nothing for who may not see it. */
export function LiveLink() {
  const { search } = useLocation();
  const { may } = useSession();
  if (!may('overview.view')) return null;
  return (
    <Button variant="quiet" icon={<LiveDot on />} to={`/analytics/live${search}`}>
      {t(liveWords.live)}
    </Button>
  );
}
