import type { ResolverResult } from 'react-hook-form';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormCheckbox } from '../../kit/forms/FormCheckbox.tsx';
import { FormDateTimeField } from '../../kit/forms/FormDateTimeField.tsx';
import { FormPasswordField } from '../../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

interface Answers {
  name: string;
  password: string;
  start: number | null;
  active: boolean;
}

const rules = (values: Answers): ResolverResult<Answers> => {
  if (values.name.trim()) return { values, errors: {} };
  return { values: {}, errors: { name: { type: 'missing', message: t(devWords.wrong) } } };
};

/** A form that asks for a name when it is sent without one. */
export function FormSamples() {
  const { control, sending } = useSchemaForm<Answers>({
    start: { name: '', password: '', start: null, active: true },
    rules,
  });
  const send = sending(() => undefined);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Row columns>
        <FormTextField control={control} name="name" label={t(devWords.name)} autoComplete="off" />
        <FormPasswordField control={control} name="password" label={t(devWords.password)} autoComplete="off" />
        <FormDateTimeField control={control} name="start" label={t(devWords.start)} timeZone="Europe/Stockholm" />
        <Row>
          <FormCheckbox control={control} name="active" label={t(devWords.active)} />
          <Button type="submit" variant="primary">
            {t(devWords.send)}
          </Button>
        </Row>
      </Row>
    </form>
  );
}
