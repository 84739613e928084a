import { CircleCheck } from 'lucide-react';
import type { FoundApp } from '#contracts/api/store.ts';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { storeName } from '../../shell/store-name.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from './StoreAnswer.module.css';
import { StoreResults, type StoreResultsProps } from './StoreResults.tsx';

function Found({ app }: { app: FoundApp }) {
  const store = app.store_type === 'ios' ? t(authWords.appStore) : t(authWords.googlePlay);
  return (
    <div className={css.found} role="status">
      <AppIcon title={app.title} src={app.icon} size={48} seed={app.store_id} />
      <span className={css.text}>
        <span className={css.name}>
          <b className="truncate">{app.title}</b>
          <Badge kind="neutral">{storeName(app)}</Badge>
        </span>
        <span className="t-small truncate">{[app.developer, app.category, store].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={css.mark}>
        <CircleCheck size={16} aria-hidden />
        {t(authWords.found)}
      </span>
    </div>
  );
}

/** What the stores say to the sign-up: the one app that fits stands as a card; several are to choose from. */
export function StoreAnswer({ found, ...results }: Omit<StoreResultsProps, 'chosen'> & { found: FoundApp | null }) {
  return found ? <Found app={found} /> : <StoreResults {...results} chosen={null} />;
}
