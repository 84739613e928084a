import { Palette, Plus, RefreshCw } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { usePartFailed } from '../../kit/states/use-part-failed.ts';
import { CustomerList } from '../../shell/CustomerList.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { studioBrandWords } from '../../words/studio-brand.en.ts';
import { t } from '../../words/t.ts';
import { useSync } from '../import/use-sync.ts';
import settingsParts from '../SettingsParts.module.css';
import { type AppDialog, AppDialogs } from './AppDialogs.tsx';
import appParts from './AppParts.module.css';
import { AppTable } from './AppTable.tsx';
import { useAskedHealth } from './use-asked-health.ts';
import { useAskedScheme } from './use-asked-scheme.ts';

const BrandPanel = lazy(() => import('../../../studio/brand/BrandPanel.tsx'));
const AddAppDialog = lazy(async () => ({ default: (await import('../add-app/AddAppDialog.tsx')).AddAppDialog }));

function useUnfolded(only: string | undefined) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (only) setOpen((before) => (before.has(only) ? before : new Set([...before, only])));
  }, [only]);
  const toggle = (id: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { open, toggle };
}

/** The apps of the account with their tokens and settings; each unfolds to its instances. */
export function AppSettingsList() {
  const { apps, may } = useSession();
  const { search, open: openStep, close } = useGroupSearch();
  const { open, toggle } = useUnfolded(apps.length === 1 ? apps[0]?.id : undefined);
  const [ask, setAsk] = useState<AppDialog | null>(null);
  const sync = useSync();
  useAskedScheme((app) => setAsk({ kind: 'scheme', app, thenShare: false }));
  useAskedHealth((app) => setAsk({ kind: 'sdk-health', app }));
  const canAdd = may('app.add');
  const adding = search.has('add') && canAdd;
  // Once it was asked for it stays, so that it closes as it opened.
  const [asked, setAsked] = useState(adding);
  if (adding && !asked) setAsked(true);
  const closeAdding = () => close('add');
  const onFailed = usePartFailed(() => {
    closeAdding();
    setAsked(false);
  });
  if (search.has('brand'))
    return (
      <Card className={appParts.brand}>
        <LazyPart
          fallback={<Loading />}
          failed={<ErrorState bare title={t(studioBrandWords.unread)} onRetry={() => window.location.reload()} />}
        >
          <BrandPanel onClose={() => close('brand')} />
        </LazyPart>
      </Card>
    );
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabledReason={canAdd ? undefined : permissionText}
      onClick={() => openStep({ add: '1' })}
    >
      {t(settingsWords.addApp)}
    </Button>
  );
  return (
    <>
      <div className={settingsParts.head}>
        <div>
          <h2 className="t-page">{t(settingsWords.appSettings)}</h2>
          <p className="t-small">{t(settingsWords.appsIntro)}</p>
        </div>
        {apps.length ? (
          <span className={appParts.headActs}>
            <Button icon={<Palette aria-hidden />} onClick={() => openStep({ brand: '1' })}>
              {t(studioBrandWords.title)}
            </Button>
            <Button icon={<RefreshCw aria-hidden />} loading={sync.busy} onClick={() => sync.run(undefined)}>
              {t(settingsWords.syncApps)}
            </Button>
            {add}
          </span>
        ) : null}
      </div>
      <Card padded={apps.length === 0}>
        <CustomerList
          name="apps"
          filter={{}}
          staleTime={Number.POSITIVE_INFINITY}
          waiting={null}
          failed={() => null}
          empty={<EmptyState title={t(settingsWords.noAppsTitle)} text={t(settingsWords.noAppsText)} action={add} />}
        >
          <AppTable open={open} onToggle={toggle} onAsk={setAsk} onSync={sync.run} />
        </CustomerList>
      </Card>
      {asked ? (
        <LazyPart onFailed={onFailed}>
          <AddAppDialog open={adding} onClose={closeAdding} />
        </LazyPart>
      ) : null}
      <AppDialogs ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}
