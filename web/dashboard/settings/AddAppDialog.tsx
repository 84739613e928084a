import { useEffect, useState } from 'react';
import { refusals } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { hasFeature } from '#contracts/plans.ts';
import { ApiError, errorText, fieldErrors } from '../api/error.ts';
import { Badge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { Radio } from '../kit/Radio.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { appCommands } from './app-commands.ts';
import { type AppForm, isComplete, isRefused, newApp, requestOf } from './app-form.ts';

function Refused({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      size="small"
      title="Stories are for your own app"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Try another
        </Button>
      }
    >
      <p>{refusals.AppRefused[1]}</p>
    </Dialog>
  );
}

/** Adds a mobile app that is not in a store yet, or a web site. */
export function AddAppDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { account, reloadApps } = useSession();
  const toast = useToast();
  const [form, setForm] = useState<AppForm>(newApp);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (open) {
      setForm(newApp);
      setErrors({});
    }
  }, [open]);
  const set = (patch: Partial<AppForm>) => {
    setForm((before) => ({ ...before, ...patch }));
    setErrors({});
  };
  const web = form.kind === 'web';
  const mayWeb = hasFeature(account.settings, 'web');
  const ready = isComplete(form) && (!web || mayWeb);
  const add = async () => {
    if (!ready || busy) return;
    if (isRefused(form)) return setRefused(true);
    setBusy(true);
    try {
      await appCommands.addApp(requestOf(form));
      toast({ kind: 'success', text: web ? 'Website added successfully!' : 'App added successfully!' });
      await reloadApps();
      onClose();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      const found = fieldErrors(error);
      if (code === 'AppRefused') setRefused(true);
      else if (Object.keys(found).length > 0) setErrors(found);
      else if (code === 'AppExists') setErrors({ [web ? 'website_url' : 'store_id']: (error as ApiError).message });
      else toast({ kind: 'error', text: errorText(error) });
    }
    setBusy(false);
  };
  return (
    <>
      <Dialog
        open={open && !refused}
        title="What is the name of your app?"
        onClose={onClose}
        onSubmit={add}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={!ready} loading={busy}>
              Add
            </Button>
          </>
        }
      >
        <Field id="add-kind" label="Where are your stories shown?" hideLabel group>
          <div className="settings-choices">
            <Radio
              name="add-kind"
              value="mobile"
              checked={!web}
              onChange={() => set({ kind: 'mobile' })}
              label="Mobile App"
            />
            <Radio
              name="add-kind"
              value="web"
              checked={web}
              onChange={() => set({ kind: 'web' })}
              label={
                <span className="settings-beta">
                  Web Site <Badge kind="primary">beta</Badge>
                </span>
              }
            />
          </div>
        </Field>
        {web ? (
          <TextField
            label="Web site"
            value={form.website}
            placeholder="https://www.company.com"
            inputMode="url"
            autoComplete="off"
            maxLength={limits.url}
            error={errors.website_url}
            hint={mayWeb ? undefined : refusals.FeatureNotAvailable[1]}
            disabled={!mayWeb}
            onChange={(website) => set({ website })}
          />
        ) : (
          <>
            <Checkbox checked={form.live} onChange={(live) => set({ live })} label="My app is live in the store" />
            {form.live ? (
              <p className="settings-note t-small" role="status">
                {refusals.StoreLookupUnavailable[1]}
              </p>
            ) : null}
            <Field id="add-store" label="Store" group>
              <div className="settings-choices">
                <Radio
                  name="add-store"
                  value="ios"
                  checked={form.store === 'ios'}
                  onChange={() => set({ store: 'ios' })}
                  label="iOS"
                />
                <Radio
                  name="add-store"
                  value="android"
                  checked={form.store === 'android'}
                  onChange={() => set({ store: 'android' })}
                  label="Android"
                />
              </div>
            </Field>
            <TextField
              label="App ID"
              value={form.storeId}
              placeholder="Example: id123456789 or com.company.app"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              error={errors.store_id}
              hint={/^\s*\d+\s*$/.test(form.storeId) ? `It is saved as id${form.storeId.trim()}.` : undefined}
              onChange={(storeId) => set({ storeId })}
            />
          </>
        )}
        <TextField
          label="Name"
          optional
          value={form.title}
          maxLength={limits.appTitle}
          placeholder={web ? 'Read from the web site' : 'Marlow'}
          autoComplete="off"
          error={errors.title}
          onChange={(title) => set({ title })}
        />
      </Dialog>
      <Refused open={open && refused} onClose={() => setRefused(false)} />
    </>
  );
}
