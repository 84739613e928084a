import { ChevronRight, Plus, QrCode, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AppRow, InstanceRow } from '#contracts/app.ts';
import { errorText } from '../api/error.ts';
import { AppIcon } from '../kit/Avatar.tsx';
import { Badge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { cut, plural } from '../kit/format.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { type Column, Table } from '../kit/Table.tsx';
import { useToast } from '../kit/Toast.tsx';
import { permissionText } from '../shell/permission-text.ts';
import { useSession } from '../shell/session-context.tsx';
import { storeName } from '../shell/store-name.ts';
import { AddAppDialog } from './AddAppDialog.tsx';
import { appCommands } from './app-commands.ts';
import { InstanceDialog } from './InstanceDialog.tsx';
import { Instances } from './Instances.tsx';
import { QrDialog } from './QrDialog.tsx';
import { Token } from './Token.tsx';

type Ask =
  | { kind: 'qr'; title: string; token: string }
  | { kind: 'delete-app'; app: AppRow }
  | { kind: 'delete-instance'; app: AppRow; instance: InstanceRow }
  | { kind: 'instance'; app: AppRow; instance: InstanceRow | null };

const titleShown = 40;

/** The apps of the account with their tokens; each unfolds to its instances. */
export function AppSettings() {
  const { apps, may, reloadApps } = useSession();
  const toast = useToast();
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const only = apps.length === 1 ? apps[0]?.id : undefined;
  useEffect(() => {
    if (only) setOpen((before) => (before.has(only) ? before : new Set([...before, only])));
  }, [only]);
  const [ask, setAsk] = useState<Ask | null>(null);
  const canAdd = may('app.add');
  const setAdding = (adding: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (adding) next.set('add', '1');
        else next.delete('add');
        return next;
      },
      { replace: true },
    );
  const toggle = (id: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const run = async (act: () => Promise<unknown>, text: string) => {
    try {
      await act();
      toast({ kind: 'success', text });
      await reloadApps();
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    }
    setAsk(null);
  };

  const columns: Column<AppRow>[] = [
    {
      id: 'app',
      label: 'App',
      render: (app) => (
        <span className="settings-app">
          <IconButton
            size="small"
            noTooltip
            label={`${open.has(app.id) ? 'Fold' : 'Unfold'} the instances of ${app.title}`}
            aria-expanded={open.has(app.id)}
            icon={<ChevronRight className="settings-fold" />}
            onClick={() => toggle(app.id)}
          />
          <AppIcon title={app.title} src={app.icon} size={32} seed={app.id} />
          <span className="settings-app-text">
            <span className="settings-app-name">
              <span className="sr-table-name truncate" title={app.title}>
                {cut(app.title, titleShown)}
              </span>
              <Badge kind="neutral">{storeName(app)}</Badge>
            </span>
            <span className="t-caption truncate">
              {app.website_url ?? app.app_id} <span aria-hidden>·</span> {plural(app.instances.length, 'instance')}
            </span>
          </span>
        </span>
      ),
    },
    { id: 'token', label: 'Token', width: 330, render: (app) => <Token token={app.token} of={app.title} /> },
    {
      id: 'action',
      label: 'Action',
      align: 'right',
      width: 110,
      render: (app) => (
        <span className="settings-actions">
          <IconButton
            label={`QR code of ${app.title}`}
            icon={<QrCode />}
            onClick={() => setAsk({ kind: 'qr', title: app.title, token: app.token })}
          />
          <IconButton
            label={`Delete ${app.title}`}
            icon={<Trash2 />}
            disabledReason={may('app.delete', app.id) ? undefined : permissionText}
            onClick={() => setAsk({ kind: 'delete-app', app })}
          />
        </span>
      ),
    },
  ];
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabledReason={canAdd ? undefined : permissionText}
      onClick={() => setAdding(true)}
    >
      Add app
    </Button>
  );
  return (
    <>
      <div className="settings-head">
        <div>
          <h2 className="t-page">App Settings</h2>
          <p className="t-small">Your apps and web sites, their tokens for the SDK, and the instances of each.</p>
        </div>
        {apps.length ? add : null}
      </div>
      {apps.length ? (
        <Card padded={false}>
          <Table
            caption="Apps with their tokens"
            columns={columns}
            rows={apps}
            rowKey={(app) => app.id}
            detail={(app) =>
              open.has(app.id) ? (
                <Instances
                  app={app}
                  onAdd={() => setAsk({ kind: 'instance', app, instance: null })}
                  onRename={(instance) => setAsk({ kind: 'instance', app, instance })}
                  onDelete={(instance) => setAsk({ kind: 'delete-instance', app, instance })}
                  onQr={(instance) =>
                    setAsk({ kind: 'qr', title: `${app.title}, ${instance.title}`, token: instance.token })
                  }
                />
              ) : null
            }
          />
        </Card>
      ) : (
        <Card>
          <EmptyState
            title="Add Your App"
            text="Stories are shown inside your mobile app or web site. Add it to get the token that the SDK needs."
            action={add}
          />
        </Card>
      )}
      <AddAppDialog open={search.has('add') && canAdd} onClose={() => setAdding(false)} />
      {ask?.kind === 'qr' ? <QrDialog title={ask.title} token={ask.token} onClose={() => setAsk(null)} /> : null}
      {ask?.kind === 'instance' ? (
        <InstanceDialog app={ask.app} instance={ask.instance} onClose={() => setAsk(null)} />
      ) : null}
      <ConfirmDialog
        open={ask?.kind === 'delete-app'}
        title="Are you sure to delete?"
        text={
          ask?.kind === 'delete-app'
            ? `${ask.app.title} is deleted with its ${plural(ask.app.instances.length, 'instance')} and all their stories. Its tokens stop working.`
            : ''
        }
        confirmLabel="Delete app"
        onClose={() => setAsk(null)}
        onConfirm={() =>
          ask?.kind === 'delete-app'
            ? run(() => appCommands.deleteApp(ask.app.id), `${ask.app.title} was deleted.`)
            : undefined
        }
      />
      <ConfirmDialog
        open={ask?.kind === 'delete-instance'}
        text={
          ask?.kind === 'delete-instance'
            ? `If you delete the instance ${ask.instance.title}, you will lose its stories. Its token stops working.`
            : ''
        }
        confirmLabel="Delete instance"
        onClose={() => setAsk(null)}
        onConfirm={() =>
          ask?.kind === 'delete-instance'
            ? run(() => appCommands.deleteInstance(ask.app.id, ask.instance.id), 'Instance Deleted Successfully!')
            : undefined
        }
      />
    </>
  );
}
