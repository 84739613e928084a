import { Search } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { FoundApp } from '#contracts/api/store.ts';
import { storeQuestion } from '#contracts/api/store-question.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { TextField } from '../../kit/fields/TextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useStoreSearch } from '../../settings/add-app/use-store-search.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import type { AuthForm } from '../use-auth-form.ts';
import css from './ProfileApp.module.css';
import { inquiryOf, keepFound, lookupRoute } from './profile-app.ts';

// They need of the dashboard what the sign-up does not: it is loaded once an app is named, and the form goes on without.
const later = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (shown) => ({ default: shown }),
      () => ({ default: () => null }),
    ),
  );
const StoreAnswer = later(async () => (await import('../../settings/add-app/StoreAnswer.tsx')).StoreAnswer);
const RefusedApp = later(async () => (await import('../../settings/add-app/RefusedApp.tsx')).RefusedApp);

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
          if (!web && /^\s*\d+\s*$/.test(typed)) setValue('app_id', `id${typed.trim()}`);
        }}
      />
      <Suspense>
        {inquiry && search.state !== 'none' && search.state !== 'refused' ? (
          <StoreAnswer
            search={search}
            asking={inquiry}
            found={found}
            onChoose={choose}
            onWithout={() => setValue('is_the_app_live_in_store', 'no')}
          />
        ) : null}
        {refused ? (
          <RefusedApp
            open
            onClose={() => {
              onRefused(false);
              setValue('app_id', '');
              setTimeout(() => setFocus('app_id'));
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
