import { ExternalLink } from 'lucide-react';
import type { FoundApp } from '#contracts/api/store.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { storeName } from '../../shell/store-name.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import appParts from '../apps/AppParts.module.css';
import settingsParts from '../SettingsParts.module.css';
import { foundFacts } from './StoreResults.tsx';

/** Shows an app as its store does, before it is added. */
export function AppPreview(props: {
  open: boolean;
  app: FoundApp;
  busy: boolean;
  onBack: () => void;
  onYes: () => void;
}) {
  const { open, app, busy, onBack, onYes } = props;
  return (
    <Dialog
      open={open}
      size="small"
      title={t(settingsWords.confirmApp)}
      onClose={onBack}
      onSubmit={onYes}
      footer={
        <>
          <Button onClick={onBack}>{t(settingsWords.back)}</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {t(settingsWords.yes)}
          </Button>
        </>
      }
    >
      <div className={appParts.preview}>
        <AppIcon title={app.title} src={app.icon} size={64} seed={app.store_id} />
        <div className={settingsParts.appText}>
          <span className={settingsParts.appName}>
            <span className="t-card">{app.title}</span>
            <Badge kind="neutral">{storeName(app)}</Badge>
          </span>
          <span className="t-small">{foundFacts(app)}</span>
          <a className={`${appParts.storeLink} t-small`} href={app.url} target="_blank" rel="noopener noreferrer">
            {t(settingsWords.openStore)}
            <ExternalLink size={14} aria-hidden />
          </a>
        </div>
      </div>
    </Dialog>
  );
}
