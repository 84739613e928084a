import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { changeAppSettings } from '#contracts/app/commands.ts';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useAppSettings } from './use-app-settings.ts';

type Numbers = 'ad_first' | 'ad_frequency';

function read(
  ads: boolean,
  typed: Record<Numbers, string>,
): Partial<AppSettings> | Record<'errors', Record<string, string>> {
  const errors: Record<string, string> = {};
  const numberOf = (field: Numbers): number | null => {
    const text = typed[field].trim();
    if (text === '' && !ads) return null;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!changeAppSettings.shape[field].safeParse(value).success)
      errors[field] = `Use a number from ${limits.adMin} to ${limits.adMax}.`;
    return value;
  };
  const settings = { ads, ad_first: numberOf('ad_first'), ad_frequency: numberOf('ad_frequency') };
  return Object.keys(errors).length > 0 ? { errors } : settings;
}

/** Says whether ads come between stories, after how many the first, and how often. */
export function AdDialog({ app, onClose }: { app: AppRow; onClose: () => void }) {
  const [ads, setAds] = useState(app.settings.ads);
  const [typed, setTyped] = useState<Record<Numbers, string>>({
    ad_first: String(app.settings.ad_first ?? ''),
    ad_frequency: String(app.settings.ad_frequency ?? ''),
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = useAppSettings(app, {
    said: () => 'Ad settings updated successfully',
    onRefused: (_, found) => {
      setErrors(found);
      return Object.keys(found).length > 0;
    },
    onDone: onClose,
  });
  const save = () => {
    const settings = read(ads, typed);
    return 'errors' in settings ? setErrors(settings.errors) : change.run(settings);
  };
  const field = (name: Numbers, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      value={typed[name]}
      inputMode="numeric"
      maxLength={2}
      autoComplete="off"
      error={errors[name]}
      onChange={(value) => {
        setTyped((before) => ({ ...before, [name]: value }));
        setErrors({});
      }}
    />
  );
  return (
    <Dialog
      open
      size="small"
      title="Ad Settings"
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={change.busy}>
            Save
          </Button>
        </>
      }
    >
      <Checkbox checked={ads} onChange={setAds} label={`Show ads between the stories of ${app.title}`} />
      {field('ad_first', 'First ad', 'After how many stories the first ad comes, 1 to 99.')}
      {field('ad_frequency', 'Frequency', 'After how many stories an ad comes again, 1 to 99.')}
    </Dialog>
  );
}
