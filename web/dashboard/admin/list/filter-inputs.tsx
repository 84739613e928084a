import { Search } from 'lucide-react';
import { DateInput, NumberInput, TextInput } from 'react-admin';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import { boundDay, type FilterField, readCount, readDay } from './list-filters.ts';

const words = (example: string) => (
  <TextInput
    key="q"
    source="q"
    label={false}
    resettable
    alwaysOn
    type="search"
    placeholder={example}
    autoComplete="off"
    slotProps={{
      input: { startAdornment: <Search size={16} aria-hidden /> },
      htmlInput: { 'aria-label': t(adminWords.search), maxLength: 200 },
    }}
  />
);

function filterInput(field: FilterField) {
  const { source, label } = field;
  const shared = { source, label };
  switch (field.kind) {
    case 'text':
      return <TextInput key={source} {...shared} autoComplete="off" slotProps={{ htmlInput: { maxLength: 200 } }} />;
    case 'choice':
      return <ChoiceInput key={source} {...shared} choices={field.choices} />;
    case 'count':
      return <NumberInput key={source} {...shared} min={0} parse={readCount} />;
    case 'day':
      return (
        <DateInput
          key={source}
          {...shared}
          format={boundDay}
          parse={(written: string) => readDay(written, field.end)}
        />
      );
  }
}

/** The inputs of a list's filters: words always, with an example of them, the others when they are chosen. */
export function filterInputs(fields: readonly FilterField[], example = t(adminWords.searchExample)) {
  return [words(example), ...fields.map(filterInput)];
}
