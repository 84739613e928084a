import { CloudOff } from 'lucide-react';
import type { FoundApp } from '#contracts/api/store.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import table from '../../kit/table/Table.module.css';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import appParts from '../apps/AppParts.module.css';
import settingsParts from '../SettingsParts.module.css';
import css from './StoreResults.module.css';
import type { StoreInquiry } from './store-lookup.ts';
import type { StoreSearch } from './use-store-search.ts';

/** The facts of a found app in one line. */
export function foundFacts({ developer, category, store_id }: FoundApp): string {
  return [developer || 'No Developer', category, store_id].filter(Boolean).join(' · ');
}

/** Properties of StoreResults; `onWithout` goes on without the store. */
export interface StoreResultsProps {
  search: StoreSearch;
  asking: StoreInquiry;
  chosen: FoundApp | null;
  onChoose: (app: FoundApp) => void;
  onWithout: () => void;
}

/** What a search in a store found, to choose from; or why there is nothing, and the way on. */
export function StoreResults(props: StoreResultsProps) {
  const { search, asking, chosen, onChoose, onWithout } = props;
  if (search.state === 'searching') {
    return (
      <div className={css.found} role="status" aria-label={t(settingsWords.searchingInStore)}>
        <div className={css.foundApp}>
          <Skeleton width={40} height={40} radius={9} />
          <Skeleton width="60%" height={14} />
        </div>
      </div>
    );
  }
  if (search.state === 'unreachable') {
    return (
      <div className={`${appParts.note} ${appParts.unreachable}`} role="alert">
        <CloudOff size={16} aria-hidden />
        <span>{t(settingsWords.storeUnreachable)}</span>
        <span className={css.noteActs}>
          <Button size="small" onClick={search.retry}>
            {t(settingsWords.tryAgain)}
          </Button>
          <Button size="small" onClick={onWithout}>
            {t(settingsWords.skipStore)}
          </Button>
        </span>
      </div>
    );
  }
  if (search.state === 'none') {
    return (
      <p className={`${appParts.note} t-small`} role="alert">
        {'store_id' in asking ? t(refusalWords.AppNotInStore) : t(settingsWords.storeNoMatch)}
      </p>
    );
  }
  return (
    <div className={css.found} role="radiogroup" aria-label={t(settingsWords.appsInStore)}>
      {search.apps.map((app) => (
        <label key={`${app.store_type} ${app.store_id}`} className={css.foundApp}>
          <input
            type="radio"
            name="found-app"
            checked={chosen?.store_id === app.store_id && chosen.store_type === app.store_type}
            onChange={() => onChoose(app)}
          />
          <AppIcon title={app.title} src={app.icon} size={40} seed={app.store_id} />
          <span className={settingsParts.appText}>
            <span className={`${table.name} truncate`}>{app.title}</span>
            <span className="t-caption truncate">{foundFacts(app)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
