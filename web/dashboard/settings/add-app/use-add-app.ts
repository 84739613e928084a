import { useEffect, useState } from 'react';
import type { FoundApp } from '#contracts/api/store.ts';
import { ApiError } from '../../api/error.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { useCommand } from '../../kit/use-command.ts';
import { useSession } from '../../shell/session-context.tsx';
import { appsQuery } from '../../shell/session-queries.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import {
  type AppForm,
  appFormRules,
  askingOf,
  byFormField,
  emptyAppForm,
  isComplete,
  isRefused,
  requestOf,
  withoutStore,
} from './app-form.ts';
import { useStoreSearch } from './use-store-search.ts';

/** Which of its dialogs the adding of an app shows. */
export type AddAppStep = 'form' | 'preview' | 'refused';

/** The state of adding an app: what is typed, what the store says to it, and where it stands. */
export function useAddApp(open: boolean, onDone: () => void) {
  const { account } = useSession();
  const form = useSchemaForm<AppForm>({ start: emptyAppForm, rules: appFormRules });
  const { reset, setValue } = form;
  const typed = form.watch();
  const [step, setStep] = useState<AddAppStep>('form');
  const [picked, setPicked] = useState<FoundApp | null>(null);
  useEffect(() => {
    if (!open) return;
    reset(emptyAppForm, { keepFieldsRef: true });
    setStep('form');
    setPicked(null);
  }, [open, reset]);

  const asking = open ? askingOf(typed) : null;
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

  const command = useCommand<Record<string, unknown>>({
    on: account.id,
    send: (product, fields, key) => product.addApp(fields, key),
    changes: [appsQuery.queryKey],
    said: () => (kind === 'web' ? t(settingsWords.siteAdded) : t(settingsWords.appAdded)),
    onRefused: (fields, error) => {
      const code = error instanceof ApiError ? error.code : '';
      setStep(code === 'AppRefused' ? 'refused' : 'form');
      const exists = { [kind === 'web' ? 'website_url' : 'store_id']: (error as Error).message };
      const found = Object.keys(fields).length === 0 && code === 'AppExists' ? exists : fields;
      return form.refused(byFormField(found)) || code === 'AppRefused';
    },
    onDone,
  });
  const add = async () => {
    if (ready) await command.run(requestOf(typed, chosen));
  };

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
