import { CircleCheck, Search } from 'lucide-react';
import { useEffect } from 'react';
import { type FoundApp, storeQuestion } from '#contracts/api/store.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { TextField } from '../../kit/fields/TextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { storeIdOf } from '../../settings/add-app/app-form.ts';
import { RefusedApp } from '../../settings/add-app/RefusedApp.tsx';
import { StoreResults } from '../../settings/add-app/StoreResults.tsx';
import { useStoreSearch } from '../../settings/add-app/use-store-search.ts';
import { storeName } from '../../shell/store-name.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import type { AuthForm } from '../use-auth-form.ts';
import css from './ProfileApp.module.css';
import { inquiryOf, keepFound, lookupRoute } from './profile-app.ts';

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

const boxProps = { size: 'large', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Properties of a ProfileApp; `refused` shows why an app of the well-known ones cannot be named. */
export interface ProfileAppProps {
  form: AuthForm<'profile'>;
  refused: boolean;
  onRefused: (refused: boolean) => void;
}

/** The field for the app's id, which looks up in the stores what is live there and shows it right below. */
export function ProfileApp({ form, refused, onRefused }: ProfileAppProps) {
  const { control, setValue, clearErrors, setFocus } = form;
  const field = useFormField<Typed<'profile'>, Checked<'profile'>, string>({ control, name: 'app_id' });
  const [live, store, typed] = form.watch(['is_the_app_live_in_store', 'store_type', 'app_id']);
  const web = store === 'web';
  const inquiry = inquiryOf({ is_the_app_live_in_store: live, store_type: store, app_id: typed });
  const search = useStoreSearch(inquiry, lookupRoute);
  const [app, ...others] = search.apps;
  const found = app && others.length === 0 ? app : null;

  useEffect(() => {
    if (search.state === 'refused') onRefused(true);
  }, [search.state, onRefused]);
  useEffect(() => {
    if (!found) return;
    keepFound(found);
    setValue('store_type', found.store_type);
    clearErrors(['store_type', 'app_id']);
  }, [found, setValue, clearErrors]);

  const choose = (chosen: FoundApp) => {
    keepFound(chosen);
    setValue('app_id', chosen.store_id);
    setValue('store_type', chosen.store_type);
    clearErrors(['store_type', 'app_id']);
  };
  const question = live === 'yes' && !web ? storeQuestion(typed) : null;
  return (
    <>
      <TextField
        {...boxProps}
        {...field}
        error={field.error ?? (search.state === 'none' ? t(refusalWords.AppNotInStore) : undefined)}
        label={web ? t(authWords.webAddress) : t(authWords.appId)}
        placeholder={web ? t(authWords.webAddressExample) : t(authWords.appIdExample)}
        icon={question ? <Search aria-hidden /> : undefined}
        end={
          question ? (
            <span className={css.by}>{'app_name' in question ? t(authWords.byName) : t(authWords.byStoreId)}</span>
          ) : undefined
        }
        maxLength={200}
        onBlur={() => {
          field.onBlur();
          if (!web && /^\s*\d+\s*$/.test(typed)) setValue('app_id', storeIdOf(typed));
        }}
      />
      {found ? <Found app={found} /> : null}
      {inquiry && !found && search.state !== 'none' && search.state !== 'refused' ? (
        <StoreResults
          search={search}
          asking={inquiry}
          chosen={null}
          onChoose={choose}
          onWithout={() => setValue('is_the_app_live_in_store', 'no')}
        />
      ) : null}
      <RefusedApp
        open={refused}
        onClose={() => {
          onRefused(false);
          setValue('app_id', '');
          setTimeout(() => setFocus('app_id'));
        }}
      />
    </>
  );
}
