import { Lock } from 'lucide-react';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { settingsWords } from '../words/settings.en.ts';
import { t } from '../words/t.ts';
import { CreatorApp } from './CreatorApp.tsx';

/** What people see whose role does not open a page; a broadcaster is told where they publish. */
export function NeedPermission() {
  const { role } = useSession();
  if (role === 'brodcaster') return <CreatorApp />;
  return (
    <Card>
      <EmptyState
        art={<Lock size={28} aria-hidden />}
        title={t(settingsWords.youNeedPermission)}
        text={t(settingsWords.requestAccess)}
      />
    </Card>
  );
}
