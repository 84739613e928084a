import type { Ref } from 'react';
import { SearchSelect } from '../../kit/fields/SearchSelect.tsx';
import { accountSettingsWords } from '../../words/account-settings.en.ts';
import { t } from '../../words/t.ts';

/** Properties of the ZoneSelect: those of a field of a form. */
export interface ZoneSelectProps {
  value: string;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Chooses a time zone by typing a part of its name. */
export function ZoneSelect(props: ZoneSelectProps) {
  // Browsers list no UTC, and not each zone that a server knows.
  const zones = [...new Set([props.value, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean);
  return (
    <SearchSelect
      {...props}
      label={t(accountSettingsWords.timeZone)}
      placeholder={t(accountSettingsWords.timeZoneExample)}
      options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      none={(text) => t(accountSettingsWords.noZone, { text })}
    />
  );
}
