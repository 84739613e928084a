import { I18nContext } from 'ra-core';
import { SelectInput } from 'react-admin';
import { adminWords } from '../../words/admin.en.ts';
import { i18nProvider } from '../../words/i18n-provider.ts';
import { t } from '../../words/t.ts';

// React-admin names the empty choice after clearing, whatever it reads; a name that is not what is read cannot be spoken.
const namedAsRead = {
  ...i18nProvider,
  translate: (key: string, values?: object) =>
    key === 'ra.action.clear_input_value' ? t(adminWords.any) : i18nProvider.translate(key, values),
};

interface ChoiceInputProps {
  source: string;
  label: string;
  choices: readonly { value: string | number | boolean; label: string }[];
}

/** A filter with one of several values, or any. */
export function ChoiceInput({ source, label, choices }: ChoiceInputProps) {
  return (
    <I18nContext.Provider value={namedAsRead}>
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
