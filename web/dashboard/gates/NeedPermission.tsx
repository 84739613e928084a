import { Lock } from 'lucide-react';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { settingsWords } from '../words/settings.en.ts';
import { t } from '../words/t.ts';

/** What people see whose role does not open a page. */
export function NeedPermission() {
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
