import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A TextField for a password with a button that shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          size="small"
          noTooltip
          label={shown ? t(kitWords.hidePassword) : t(kitWords.showPassword)}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
