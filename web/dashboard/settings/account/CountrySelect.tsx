import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { http } from '../../api/http.ts';
import { SearchSelect } from '../../kit/fields/SearchSelect.tsx';
import { onboardingWords } from '../../words/onboarding.en.ts';
import { t } from '../../words/t.ts';

/** Properties of the CountrySelect: those of a field of a form. */
export interface CountrySelectProps {
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Chooses a country by typing a part of its name. */
export function CountrySelect({ error, ...field }: CountrySelectProps) {
  const { data, isError } = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => http.get<{ code: string; name: string }[]>('/countries', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SearchSelect
      {...field}
      label={t(onboardingWords.country)}
      optional
      placeholder={t(onboardingWords.countryHint)}
      options={(data ?? []).map(({ code, name }) => ({ value: code, label: name, tag: code }))}
      none={(text) => t(onboardingWords.noCountry, { text })}
      error={isError ? t(onboardingWords.countriesDidNotLoad) : error}
    />
  );
}
