import { ChevronRight, QrCode } from 'lucide-react';
import { useListContext } from 'ra-core';
import type { AppRow } from '#contracts/app/rows.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import tableCss from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { cut } from '../../kit/text/format.ts';
import { storeName } from '../../shell/store-name.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import settingsParts from '../SettingsParts.module.css';
import type { AppDialog } from './AppDialogs.tsx';
import appParts from './AppParts.module.css';
import { AppPeople } from './AppPeople.tsx';
import { AppRowMenu } from './AppRowMenu.tsx';
import css from './AppTable.module.css';
import { Instances } from './Instances.tsx';
import { SchemeCell, SharableCell } from './SharingCells.tsx';
import { Token } from './Token.tsx';

const titleShown = 40;

function AppCell({ app, open, onToggle }: { app: AppRow; open: boolean; onToggle: () => void }) {
  return (
    <span className={css.app}>
      <IconButton
        size="small"
        noTooltip
        label={t(settingsWords.foldInstances, { open: Boolean(open), title: app.title })}
        aria-expanded={open}
        icon={<ChevronRight className={css.fold} />}
        onClick={onToggle}
      />
      <AppIcon title={app.title} src={app.icon} size={32} seed={app.id} />
      <span className={settingsParts.appText}>
        <span className={settingsParts.appName}>
          <span className={`${tableCss.name} truncate`} title={app.title}>
            {cut(app.title, titleShown)}
          </span>
          <Badge kind="neutral">{storeName(app)}</Badge>
        </span>
        <span className="t-caption truncate" title={app.website_url ?? app.app_id}>
          {app.website_url ?? app.app_id} <span aria-hidden>·</span>{' '}
          {t(settingsWords.instanceCount, { count: app.instances.length })}
        </span>
      </span>
    </span>
  );
}

/** The table of the apps that the list around it has; what needs a dialog is asked of the page. */
export function AppTable(props: {
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onAsk: (ask: AppDialog) => void;
  onSync: (app: AppRow) => void;
}) {
  const { open, onToggle, onAsk, onSync } = props;
  const { data: apps = [] } = useListContext<AppRow>();
  const columns: Column<AppRow>[] = [
    {
      id: 'app',
      label: t(settingsWords.app),
      render: (app) => <AppCell app={app} open={open.has(app.id)} onToggle={() => onToggle(app.id)} />,
    },
    {
      id: 'token',
      label: t(settingsWords.token),
      width: 280,
      render: (app) => <Token token={app.token} of={app.title} />,
    },
    {
      id: 'scheme',
      label: t(settingsWords.urlSchemeColumn),
      width: 190,
      render: (app) => <SchemeCell app={app} onEdit={() => onAsk({ kind: 'scheme', app, thenShare: false })} />,
    },
    {
      id: 'sharable',
      label: t(settingsWords.sharableStory),
      width: 120,
      render: (app) => <SharableCell app={app} onNeedScheme={() => onAsk({ kind: 'scheme', app, thenShare: true })} />,
    },
    {
      id: 'action',
      label: t(settingsWords.action),
      align: 'right',
      width: 110,
      render: (app) => (
        <span className={settingsParts.actions}>
          <IconButton
            label={t(settingsWords.qrCodeOf, { title: app.title })}
            icon={<QrCode />}
            onClick={() => onAsk({ kind: 'qr', title: app.title, token: app.token })}
          />
          <AppRowMenu
            app={app}
            onImport={() => onAsk({ kind: 'import', app })}
            onHealth={() => onAsk({ kind: 'sdk-health', app })}
            onAds={() => onAsk({ kind: 'ads', app })}
            onSync={() => onSync(app)}
            onDelete={() => onAsk({ kind: 'delete-app', app })}
          />
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={t(settingsWords.appsTable)}
      columns={columns}
      rows={apps}
      rowKey={(app) => app.id}
      detail={(app) =>
        open.has(app.id) ? (
          <div className={appParts.unfolded}>
            <Instances
              app={app}
              onAdd={() => onAsk({ kind: 'instance', app, instance: null })}
              onRename={(instance) => onAsk({ kind: 'instance', app, instance })}
              onDelete={(instance) => onAsk({ kind: 'delete-instance', app, instance })}
              onQr={(instance) =>
                onAsk({ kind: 'qr', title: `${app.title}, ${instance.title}`, token: instance.token })
              }
            />
            <AppPeople appId={app.id} title={app.title} />
          </div>
        ) : null
      }
    />
  );
}
