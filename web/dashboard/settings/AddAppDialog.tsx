import { limits } from '#contracts/api/limits.ts';
import { FeatureGate } from '../gates/FeatureGate.tsx';
import { Badge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { FormCheckbox } from '../kit/forms/FormCheckbox.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { useFormField } from '../kit/forms/form-field.ts';
import { Radio } from '../kit/Radio.tsx';
import css from './AddAppDialog.module.css';
import { AppPreview } from './AppPreview.tsx';
import { type AppForm, storeIdOf } from './app-form.ts';
import { RefusedApp } from './RefusedApp.tsx';
import { StoreResults } from './StoreResults.tsx';
import { useAddApp } from './use-add-app.ts';

type Adding = ReturnType<typeof useAddApp>;

function Kind({ control }: Pick<Adding, 'control'>) {
  const { value, onChange } = useFormField<AppForm, AppForm, AppForm['kind']>({ control, name: 'kind' });
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
          checked={value === 'mobile'}
          onChange={() => onChange('mobile')}
          label="Mobile App"
        />
        <FeatureGate feature="web">
          <Radio name="add-kind" value="web" checked={value === 'web'} onChange={() => onChange('web')} label={beta} />
        </FeatureGate>
      </div>
    </Field>
  );
}

function MobileFields({ adding }: { adding: Adding }) {
  const { control, typed, set, search, asking, chosen, choose, goOnWithout } = adding;
  const store = useFormField<AppForm, AppForm, AppForm['store']>({ control, name: 'store' });
  return (
    <>
      <FormCheckbox control={control} name="live" label="My app is live in the store" />
      <Field id="add-store" label="Store" group>
        <div className={css.choices}>
          <Radio
            name="add-store"
            value="ios"
            checked={store.value === 'ios'}
            onChange={() => store.onChange('ios')}
            label="iOS"
          />
          <Radio
            name="add-store"
            value="android"
            checked={store.value === 'android'}
            onChange={() => store.onChange('android')}
            label="Android"
          />
        </div>
      </Field>
      <FormTextField
        control={control}
        name="storeId"
        label={typed.live ? 'App name or ID' : 'App ID'}
        placeholder="Example: id123456789 or com.company.app"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        onBlur={() => {
          const storeId = storeIdOf(typed.storeId);
          if (/^\s*\d+\s*$/.test(typed.storeId) && storeId !== typed.storeId) set({ storeId });
        }}
      />
      {asking ? (
        <StoreResults search={search} asking={asking} chosen={chosen} onChoose={choose} onWithout={goOnWithout} />
      ) : null}
    </>
  );
}

function Form({ adding, open, onClose }: { adding: Adding; open: boolean; onClose: () => void }) {
  const { control, typed, ready, busy, submit } = adding;
  const web = typed.kind === 'web';
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
      <Kind control={control} />
      {web ? (
        <FormTextField
          control={control}
          name="website"
          label="Web site"
          placeholder="https://www.company.com"
          inputMode="url"
          autoComplete="off"
          maxLength={limits.url}
        />
      ) : (
        <MobileFields adding={adding} />
      )}
      {!web && typed.live ? null : (
        <FormTextField
          control={control}
          name="title"
          label="Name"
          optional
          maxLength={limits.appTitle}
          placeholder={web ? 'Read from the web site' : 'Marlow'}
          autoComplete="off"
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
