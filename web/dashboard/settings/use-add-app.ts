import { useEffect, useState } from 'react';
import type { FoundApp } from '#contracts/api/store.ts';
import { ApiError } from '../api/error.ts';
import { useCommand } from '../kit/use-command.ts';
import { useSession } from '../shell/session-context.tsx';
import { appsQuery } from '../shell/session-queries.ts';
import { settingsWords } from '../words/settings.en.ts';
import { t } from '../words/t.ts';
import { type AppForm, askingOf, emptyAppForm, isComplete, isRefused, requestOf, withoutStore } from './app-form.ts';
import { useStoreSearch } from './use-store-search.ts';

/** Which of its dialogs the adding of an app shows. */
export type AddAppStep = 'form' | 'preview' | 'refused';

/** The state of adding an app: what is typed, what the store says to it, and where it stands. */
export function useAddApp(open: boolean, onDone: () => void) {
  const { account } = useSession();
  const [form, setForm] = useState<AppForm>(emptyAppForm);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [step, setStep] = useState<AddAppStep>('form');
  const [picked, setPicked] = useState<FoundApp | null>(null);
  useEffect(() => {
    if (!open) return;
    setForm(emptyAppForm);
    setErrors({});
    setStep('form');
    setPicked(null);
  }, [open]);

  const asking = open ? askingOf(form) : null;
  const search = useStoreSearch(asking);
  const held = search.apps.find((app) => app.store_id === picked?.store_id && app.store_type === picked.store_type);
  const chosen = held ?? (search.apps.length === 1 ? search.apps[0]! : null);
  const ready = isComplete(form, chosen);

  useEffect(() => {
    if (search.state === 'refused') setStep('refused');
  }, [search.state]);

  const set = (patch: Partial<AppForm>) => {
    setForm((before) => ({ ...before, ...patch }));
    setErrors({});
    setPicked(null);
  };

  const command = useCommand<Record<string, unknown>>({
    on: account.id,
    send: (product, fields, key) => product.addApp(fields, key),
    changes: [appsQuery.queryKey],
    said: () =>
      form.kind === 'web' ? t(settingsWords.websiteAddedSuccessfully) : t(settingsWords.appAddedSuccessfully),
    onRefused: (error, fields) => {
      const code = error instanceof ApiError ? error.code : '';
      setStep(code === 'AppRefused' ? 'refused' : 'form');
      const exists = { [form.kind === 'web' ? 'website_url' : 'store_id']: (error as Error).message };
      const found = Object.keys(fields).length === 0 && code === 'AppExists' ? exists : fields;
      setErrors(found);
      return code === 'AppRefused' || Object.keys(found).length > 0;
    },
    onDone,
  });
  const add = async () => {
    if (ready) await command.run(requestOf(form, chosen));
  };

  /** The form is sent: shows what was found in the store, adds what needs none. */
  const submit = () => {
    if (isRefused(form)) return setStep('refused');
    if (form.kind === 'mobile' && form.live) return chosen ? setStep('preview') : undefined;
    return add();
  };

  const refusedSeen = () => {
    setStep('form');
    set({ storeId: '', website: '' });
  };

  return {
    form,
    set,
    errors,
    step,
    back: () => setStep('form'),
    refusedSeen,
    asking,
    search,
    chosen,
    choose: setPicked,
    goOnWithout: () => set(withoutStore(form)),
    ready,
    busy: command.busy,
    submit,
    add,
  };
}
