import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FoundApp } from '#contracts/api/store.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { ApiError } from '../../api/error.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import {
  type AppForm,
  answeredAppForm,
  appFormRules,
  askingOf,
  byFormField,
  emptyAppForm,
  isComplete,
  isRefused,
  requestOf,
  withoutStore,
} from './app-form.ts';
import type { StoreInquiry } from './store-lookup.ts';
import { useStoreSearch } from './use-store-search.ts';

/** The address of the content of an app. */
export const contentOf = ({ id }: AppRow): string => `/content?app=${id}`;

/** Which of its dialogs the adding of an app shows. */
export type AddAppStep = 'form' | 'preview' | 'refused';

interface Adding {
  fields: Record<string, unknown>;
  /** Whether the account had no app before. */
  first: boolean;
}

/** How adding begins and what it asks of the stores, where that differs from the dialog of the settings. */
export interface AddAppPlan {
  start: AppForm;
  inquiryOf: (form: AppForm) => StoreInquiry | null;
}

/**
 * The state of adding an app: what is typed, what the store says to it, and where it stands. The first app of an account
 * begins with what the registration asked; `onDone` learns of an app whether it is the first.
 */
export function useAddApp(open: boolean, onDone: (app: AppRow, first: boolean) => void, plan?: AddAppPlan) {
  const { account, apps, user } = useSession();
  const navigate = useNavigate();
  const first = apps.length === 0;
  const form = useSchemaForm<AppForm>({ start: emptyAppForm, rules: appFormRules });
  const answered = useRef(emptyAppForm);
  answered.current = plan?.start ?? (first ? answeredAppForm(user.profile) : emptyAppForm);
  const { reset, setValue } = form;
  const typed = form.watch();
  const [step, setStep] = useState<AddAppStep>('form');
  const [picked, setPicked] = useState<FoundApp | null>(null);
  useEffect(() => {
    if (!open) return;
    reset(answered.current, { keepFieldsRef: true });
    setStep('form');
    setPicked(null);
  }, [open, reset]);

  const asking = open ? (plan?.inquiryOf ?? askingOf)(typed) : null;
  const search = useStoreSearch(asking);
  const held = search.apps.find((app) => app.store_id === picked?.store_id && app.store_type === picked.store_type);
  const chosen = held ?? (search.apps.length === 1 ? search.apps[0]! : null);
  const ready = isComplete(typed, chosen);

  useEffect(() => {
    if (search.state === 'refused') setStep('refused');
  }, [search.state]);

  const { kind, live, store, storeId } = typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was picked is of what was asked
  useEffect(() => setPicked(null), [kind, live, store, storeId]);

  const set = (patch: Partial<AppForm>) => {
    for (const name of Object.keys(patch) as (keyof AppForm)[]) setValue(name, patch[name]!);
    form.clearErrors();
  };

  const command = useCommand<Adding, AppRow>({
    on: account.id,
    send: (product, { fields }, key) => product.addApp(fields, key),
    changes: [appsQuery.queryKey],
    said: (app, adding) => ({
      text: kind === 'web' ? t(settingsWords.siteAdded) : t(settingsWords.appAdded),
      acts: adding.first
        ? []
        : [{ label: t(settingsWords.addFirstGroup), onClick: () => navigate(`${contentOf(app)}&create=1`) }],
    }),
    onRefused: (fields, error) => {
      const code = error instanceof ApiError ? error.code : '';
      setStep(code === 'AppRefused' ? 'refused' : 'form');
      const exists = { [kind === 'web' ? 'website_url' : 'store_id']: (error as Error).message };
      const found = Object.keys(fields).length === 0 && code === 'AppExists' ? exists : fields;
      return form.refused(byFormField(found)) || code === 'AppRefused';
    },
    onDone: (app, adding) => onDone(app, adding.first),
  });
  const add = async () => ready && command.run({ fields: requestOf(typed, chosen), first });

  /** The form is sent: shows what was found in the store, adds what needs none. */
  const submit = form.sending(() => {
    if (isRefused(typed)) return setStep('refused');
    if (kind === 'mobile' && live) return chosen ? setStep('preview') : undefined;
    return add();
  });

  const refusedSeen = () => {
    setStep('form');
    set({ storeId: '', website: '' });
  };

  return {
    control: form.control,
    typed,
    set,
    step,
    back: () => setStep('form'),
    refusedSeen,
    asking,
    search,
    chosen,
    choose: setPicked,
    goOnWithout: () => set(withoutStore(typed)),
    ready,
    busy: command.busy,
    submit,
    add,
  };
}
