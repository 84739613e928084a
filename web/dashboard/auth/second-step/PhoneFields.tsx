import { useState } from 'react';
import { SearchSelect } from '../../kit/fields/SearchSelect.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import css from './PhoneFields.module.css';
import { countryOptions, homeCountry, readPhone, type TypedPhone } from './phone-numbers.ts';

/** Properties of PhoneFields; `onTyped` hears of each change. */
export interface PhoneFieldsProps {
  onTyped: (typed: TypedPhone) => void;
  error?: string | undefined;
}

const countries = countryOptions();

/** The country and the number of a phone. A number that is typed with its country code sets the country. */
export default function PhoneFields({ onTyped, error }: PhoneFieldsProps) {
  const [country, setCountry] = useState<string | null>(homeCountry);
  const [text, setText] = useState('');
  const type = (typed: string) => {
    const read = readPhone(typed, country);
    setText(typed);
    if (read.country) setCountry(read.country);
    onTyped(read);
  };
  const choose = (chosen: string | null) => {
    setCountry(chosen);
    onTyped(readPhone(text, chosen));
  };
  return (
    <div className={css.root}>
      <SearchSelect
        label={t(factorsWords.country)}
        options={countries}
        value={country}
        onChange={choose}
        none={(typed) => t(factorsWords.noCountry, { typed })}
      />
      <TextField
        label={t(factorsWords.phone)}
        type="tel"
        autoComplete="tel"
        autoFocus
        maxLength={40}
        value={text}
        error={error}
        onChange={type}
      />
    </div>
  );
}
