import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { ImportDialog } from '../import/ImportDialog.tsx';
import { SdkHealthDialog } from '../sdk-health/SdkHealthDialog.tsx';
import { AdDialog } from './AdDialog.tsx';
import { InstanceDialog } from './InstanceDialog.tsx';
import { QrDialog } from './QrDialog.tsx';
import { SchemeDialog } from './SchemeDialog.tsx';

/** What the page of apps asks or shows in a dialog. */
export type AppDialog =
  | { kind: 'qr'; title: string; token: string }
  | { kind: 'scheme'; app: AppRow; thenShare: boolean }
  | { kind: 'ads'; app: AppRow }
  | { kind: 'import'; app: AppRow }
  | { kind: 'sdk-health'; app: AppRow }
  | { kind: 'delete-app'; app: AppRow }
  | { kind: 'delete-instance'; app: AppRow; instance: InstanceRow }
  | { kind: 'instance'; app: AppRow; instance: InstanceRow | null };

function Deletions({ ask, onClose }: { ask: AppDialog | null; onClose: () => void }) {
  const app = ask?.kind === 'delete-app' ? ask.app : null;
  const instance = ask?.kind === 'delete-instance' ? ask : null;
  const removeApp = useCommand<AppRow>({
    on: app?.id ?? '',
    send: (product, { id }, key) => product.deleteApp(id, key),
    changes: [appsQuery.queryKey],
    said: (_, { title }) => t(settingsWords.appDeleted, { title }),
  });
  const removeInstance = useCommand<{ app: AppRow; instance: InstanceRow }>({
    on: instance?.app.id ?? '',
    send: (product, place, key) => product.deleteInstance(place.app.id, place.instance.id, key),
    changes: [appsQuery.queryKey],
    said: () => t(settingsWords.instanceDeleted),
  });
  return (
    <>
      <ConfirmDialog
        open={app !== null}
        title={t(settingsWords.askDelete)}
        text={app ? t(settingsWords.deleteAppText, { title: app.title, count: app.instances.length }) : ''}
        confirmLabel={t(settingsWords.deleteApp)}
        onClose={onClose}
        onConfirm={() => app && removeApp.run(app).then(onClose)}
      />
      <ConfirmDialog
        open={instance !== null}
        text={instance ? t(settingsWords.deleteInstanceText, { title: instance.instance.title }) : ''}
        confirmLabel={t(settingsWords.deleteInstance)}
        onClose={onClose}
        onConfirm={() => instance && removeInstance.run(instance).then(onClose)}
      />
    </>
  );
}

/** The dialog that is asked for, and the two confirmations. */
export function AppDialogs({ ask, onClose }: { ask: AppDialog | null; onClose: () => void }) {
  const shown = () => {
    switch (ask?.kind) {
      case 'qr':
        return <QrDialog title={ask.title} token={ask.token} onClose={onClose} />;
      case 'scheme':
        return <SchemeDialog app={ask.app} thenShare={ask.thenShare} onClose={onClose} />;
      case 'ads':
        return <AdDialog app={ask.app} onClose={onClose} />;
      case 'import':
        return <ImportDialog app={ask.app} onClose={onClose} />;
      case 'sdk-health':
        return <SdkHealthDialog app={ask.app} onClose={onClose} />;
      case 'instance':
        return <InstanceDialog app={ask.app} instance={ask.instance} onClose={onClose} />;
      default:
        return null;
    }
  };
  return (
    <>
      {shown()}
      <Deletions ask={ask} onClose={onClose} />
    </>
  );
}
