import type { FoundApp } from '#contracts/api/store.ts';
import { AppIcon } from '../kit/pictures/Avatar.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { Fact, FactList } from '../kit/text/FactList.tsx';
import { type AppForm, storeIdOf } from '../settings/add-app/app-form.ts';
import { storeName } from '../shell/store-name.ts';
import { onboardingWords } from '../words/onboarding.en.ts';
import { t } from '../words/t.ts';
import css from './Onboarding.module.css';

const nameOfStore = (app: FoundApp) =>
  app.store_type === 'ios' ? t(onboardingWords.appStore) : t(onboardingWords.googlePlay);

/** The app as its store shows it, before it is added. */
export function AppInStore({ app }: { app: FoundApp }) {
  return (
    <div className={css.card}>
      <div className={css.app}>
        <AppIcon title={app.title} src={app.icon} size={64} seed={app.store_id} />
        <span className={css.appText}>
          <span className="t-card">{app.title}</span>
          {app.developer ? <span className="t-small">{app.developer}</span> : null}
          <span className={css.badges}>
            <Badge kind="neutral">{storeName(app)}</Badge>
            {app.category ? <Badge kind="neutral">{app.category}</Badge> : null}
          </span>
        </span>
      </div>
      <FactList>
        <Fact label={t(onboardingWords.store)}>{nameOfStore(app)}</Fact>
        <Fact label={app.store_type === 'ios' ? t(onboardingWords.storeId) : t(onboardingWords.package)}>
          {app.store_id}
        </Fact>
      </FactList>
    </div>
  );
}

/** An app that no store has yet, or a site, as its owner named it. */
export function AppByName({ form }: { form: AppForm }) {
  const web = form.kind === 'web';
  const name = web ? form.website.trim() : form.title || storeIdOf(form.storeId);
  return (
    <div className={css.card}>
      <div className={css.app}>
        <AppIcon title={name} size={64} seed={name} />
        <span className={css.appText}>
          <span className={`t-card ${css.long}`}>{name}</span>
          <span className={css.badges}>
            <Badge kind="neutral">{web ? t(onboardingWords.website) : storeName({ store_type: form.store })}</Badge>
            {web ? null : <Badge kind="neutral">{t(onboardingWords.notLive)}</Badge>}
          </span>
        </span>
      </div>
    </div>
  );
}

/** Stands for the app while its store is asked. */
export function AppComing() {
  return (
    <div className={css.card} role="status" aria-label={t(onboardingWords.lookingUp)}>
      <div className={css.app}>
        <Skeleton width={64} height={64} radius={14} />
        <Skeleton width="60%" height={16} />
      </div>
    </div>
  );
}
