import { limits } from '#contracts/api/limits.ts';
import { FeatureGate } from '../gates/FeatureGate.tsx';
import { Badge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { Radio } from '../kit/Radio.tsx';
import { TextField } from '../kit/TextField.tsx';
import css from './AddAppDialog.module.css';
import { AppPreview } from './AppPreview.tsx';
import { storeIdOf } from './app-form.ts';
import { RefusedApp } from './RefusedApp.tsx';
import { StoreResults } from './StoreResults.tsx';
import { useAddApp } from './use-add-app.ts';

type Adding = ReturnType<typeof useAddApp>;

function Kind({ form, set }: Pick<Adding, 'form' | 'set'>) {
  const beta = (
    <span className={css.beta}>
      Web Site <Badge kind="primary">beta</Badge>
    </span>
  );
  return (
    <Field id="add-kind" label="Where are your stories shown?" hideLabel group>
      <div className={css.choices}>
        <Radio
          name="add-kind"
          value="mobile"
          checked={form.kind === 'mobile'}
          onChange={() => set({ kind: 'mobile' })}
          label="Mobile App"
        />
        <FeatureGate feature="web">
          <Radio
            name="add-kind"
            value="web"
            checked={form.kind === 'web'}
            onChange={() => set({ kind: 'web' })}
            label={beta}
          />
        </FeatureGate>
      </div>
    </Field>
  );
}

function MobileFields({ adding }: { adding: Adding }) {
  const { form, set, errors, search, asking, chosen, choose, goOnWithout } = adding;
  return (
    <>
      <Checkbox checked={form.live} onChange={(live) => set({ live })} label="My app is live in the store" />
      <Field id="add-store" label="Store" group>
        <div className={css.choices}>
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
        label={form.live ? 'App name or ID' : 'App ID'}
        value={form.storeId}
        placeholder="Example: id123456789 or com.company.app"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        error={errors.store_id}
        onChange={(storeId) => set({ storeId })}
        onBlur={() => {
          const storeId = storeIdOf(form.storeId);
          if (/^\s*\d+\s*$/.test(form.storeId) && storeId !== form.storeId) set({ storeId });
        }}
      />
      {asking ? (
        <StoreResults search={search} asking={asking} chosen={chosen} onChoose={choose} onWithout={goOnWithout} />
      ) : null}
    </>
  );
}

function Form({ adding, open, onClose }: { adding: Adding; open: boolean; onClose: () => void }) {
  const { form, set, errors, ready, busy, submit } = adding;
  const web = form.kind === 'web';
  return (
    <Dialog
      open={open}
      title="What is the name of your app?"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!ready} loading={busy}>
            Add
          </Button>
        </>
      }
    >
      <Kind form={form} set={set} />
      {web ? (
        <TextField
          label="Web site"
          value={form.website}
          placeholder="https://www.company.com"
          inputMode="url"
          autoComplete="off"
          maxLength={limits.url}
          error={errors.website_url}
          onChange={(website) => set({ website })}
        />
      ) : (
        <MobileFields adding={adding} />
      )}
      {!web && form.live ? null : (
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
      )}
    </Dialog>
  );
}

/** Adds a mobile app, looked up in its store or not there yet, or a web site. */
export function AddAppDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const adding = useAddApp(open, onClose);
  const { step, chosen } = adding;
  return (
    <>
      <Form adding={adding} open={open && step === 'form'} onClose={onClose} />
      {chosen ? (
        <AppPreview
          open={open && step === 'preview'}
          app={chosen}
          busy={adding.busy}
          onBack={adding.back}
          onYes={adding.add}
        />
      ) : null}
      <RefusedApp open={open && step === 'refused'} onClose={adding.refusedSeen} />
    </>
  );
}
