import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { Field } from '../../kit/fields/Field.tsx';
import { FindField } from '../../kit/fields/FindField.tsx';
import { PasswordField } from '../../kit/fields/PasswordField.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

/** Fields for a line, several lines and a password, empty, filled, wrong and disabled. */
export function FieldSamples() {
  const [name, setName] = useState(t(devWords.nameValue));
  const [empty, setEmpty] = useState('');
  const [long, setLong] = useState(t(devWords.long));
  const [text, setText] = useState(t(devWords.descriptionValue));
  const [password, setPassword] = useState('six-or-more');
  const label = t(devWords.name);
  return (
    <Row columns>
      <TextField label={label} value={name} onChange={setName} counter={limits.groupTitle} />
      <TextField label={label} value={long} onChange={setLong} counter={limits.groupTitle} />
      <TextField
        label={label}
        value={empty}
        onChange={setEmpty}
        optional
        placeholder={t(devWords.namePlaceholder)}
        hint={t(devWords.hint)}
      />
      <TextField label={label} value={empty} onChange={setEmpty} error={t(devWords.wrong)} />
      <TextField label={label} value={name} onChange={setName} disabled />
      <TextField label={t(devWords.readOnly)} value={name} onChange={setName} readOnly />
      <FindField label={t(devWords.find)} value={empty} onChange={setEmpty} maxLength={100} />
      <TextField label={label} size="large" value={name} onChange={setName} />
      <PasswordField label={t(devWords.password)} value={password} onChange={setPassword} autoComplete="off" />
      <TextField label={t(devWords.description)} rows={3} value={text} onChange={setText} />
      <Field id="sample-group" label={t(devWords.view)} hint={t(devWords.hint)} group>
        <TextField label={label} hideLabel value={name} onChange={setName} />
      </Field>
    </Row>
  );
}
