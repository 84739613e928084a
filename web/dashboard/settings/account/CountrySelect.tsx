import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { SearchSelect } from '../../kit/fields/SearchSelect.tsx';
import { onboardingWords } from '../../words/onboarding.en.ts';
import { t } from '../../words/t.ts';
import { countriesQuery } from './countries-query.ts';

/** Properties of the CountrySelect: those of a field of a form. */
export interface CountrySelectProps {
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** It has to be chosen. */
  needed?: boolean;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Chooses a country by typing a part of its name. */
export function CountrySelect({ error, needed, ...field }: CountrySelectProps) {
  const { data, isError } = useQuery(countriesQuery);
  return (
    <SearchSelect
      {...field}
      label={t(onboardingWords.country)}
      optional={!needed}
      placeholder={t(onboardingWords.countryHint)}
      options={(data ?? []).map(({ code, name }) => ({ value: code, label: name, tag: code }))}
      none={(text) => {
        if (data) return t(onboardingWords.noCountry, { text });
        return isError ? '' : t(onboardingWords.countriesLoading);
      }}
      error={isError ? t(onboardingWords.countriesDidNotLoad) : error}
    />
  );
}
