import { useNavigate } from 'react-router';
import { limits } from '#contracts/api/limits.ts';
import { FeatureGate } from '../../gates/FeatureGate.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { Radio } from '../../kit/fields/Radio.tsx';
import { FormCheckbox } from '../../kit/forms/FormCheckbox.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './AddAppDialog.module.css';
import { AppPreview } from './AppPreview.tsx';
import { type AppForm, storeIdOf } from './app-form.ts';
import { RefusedApp } from './RefusedApp.tsx';
import { StoreResults } from './StoreResults.tsx';
import { contentOf, useAddApp } from './use-add-app.ts';

type Adding = ReturnType<typeof useAddApp>;

function Kind({ control }: Pick<Adding, 'control'>) {
  const { value, onChange } = useFormField<AppForm, AppForm, AppForm['kind']>({ control, name: 'kind' });
  const beta = (
    <span className={css.beta}>
      {t(settingsWords.webSite)} <Badge kind="primary">{t(settingsWords.beta)}</Badge>
    </span>
  );
  return (
    <Field id="add-kind" label={t(settingsWords.addAppQuestion)} hideLabel group>
      <div className={css.choices}>
        <Radio
          name="add-kind"
          value="mobile"
          checked={value === 'mobile'}
          onChange={() => onChange('mobile')}
          label={t(settingsWords.mobileApp)}
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
      <FormCheckbox control={control} name="live" label={t(settingsWords.isLive)} />
      <Field id="add-store" label={t(settingsWords.store)} group>
        <div className={css.choices}>
          <Radio
            name="add-store"
            value="ios"
            checked={store.value === 'ios'}
            onChange={() => store.onChange('ios')}
            label={t(settingsWords.ios)}
          />
          <Radio
            name="add-store"
            value="android"
            checked={store.value === 'android'}
            onChange={() => store.onChange('android')}
            label={t(settingsWords.android)}
          />
        </div>
      </Field>
      <FormTextField
        control={control}
        name="storeId"
        label={typed.live ? t(settingsWords.appNameOrId) : t(settingsWords.appId)}
        placeholder={t(settingsWords.appIdExample)}
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
      title={t(settingsWords.appName)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t(settingsWords.cancel)}</Button>
          <Button type="submit" variant="primary" disabled={!ready} loading={busy}>
            {t(settingsWords.add)}
          </Button>
        </>
      }
    >
      <Kind control={control} />
      {web ? (
        <FormTextField
          control={control}
          name="website"
          label={t(settingsWords.webSiteAddress)}
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
          label={t(settingsWords.name)}
          optional
          maxLength={limits.appTitle}
          placeholder={web ? t(settingsWords.siteNameHint) : t(settingsWords.nameExample)}
          autoComplete="off"
        />
      )}
    </Dialog>
  );
}

/**
 * Adds a mobile app, looked up in its store or not there yet, or a web site. The first one leads on to its content, where
 * the next step waits.
 */
export function AddAppDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const adding = useAddApp(open, (app, first) => (first ? navigate(contentOf(app), { replace: true }) : onClose()));
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
