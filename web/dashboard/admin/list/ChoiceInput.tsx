import { I18nContext, type I18nProvider, useI18nProvider } from 'ra-core';
import { useMemo } from 'react';
import { SelectInput } from 'react-admin';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';

// React-admin names the empty choice after clearing, whatever it reads; a name that is not what is read cannot be spoken.
const namedAsRead = (provider: I18nProvider): I18nProvider => ({
  ...provider,
  translate: (key, values) =>
    key === 'ra.action.clear_input_value' ? t(adminWords.any) : provider.translate(key, values),
});

interface ChoiceInputProps {
  source: string;
  label: string;
  choices: readonly { value: string | number | boolean; label: string }[];
}

/** A filter with one of several values, or any. */
export function ChoiceInput({ source, label, choices }: ChoiceInputProps) {
  const provider = useI18nProvider();
  const named = useMemo(() => namedAsRead(provider), [provider]);
  return (
    <I18nContext.Provider value={named}>
      <SelectInput
        source={source}
        label={label}
        choices={[...choices]}
        optionValue="value"
        optionText="label"
        translateChoice={false}
        emptyText={t(adminWords.any)}
      />
    </I18nContext.Provider>
  );
}
