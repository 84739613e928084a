import { useState } from 'react';
import { Button } from '../../../kit/buttons/Button.tsx';
import { CopyButton } from '../../../kit/buttons/CopyButton.tsx';
import { TextField } from '../../../kit/fields/TextField.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { useCommand } from '../../../kit/use-command.ts';
import { useSession } from '../../../shell/session/session-context.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import { QrImage } from '../../apps/QrImage.tsx';
import css from './Factors.module.css';

/** Shows the secret of an authenticator app, and takes the first code of it. */
export function VerifyDialog({
  made,
  onDone,
  onClose,
}: {
  made: { secret: string; uri: string };
  onDone: () => void;
  onClose: () => void;
}) {
  const { user } = useSession();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const verify = useCommand({
    on: user.id,
    send: (product) => product.verifyTotp(code),
    changes: [['user']],
    onRefused: ({ totp_code: wrong }) => {
      setError(wrong);
      return wrong !== undefined;
    },
    onDone,
  });
  return (
    <Dialog
      open
      size="small"
      title={t(factorsWords.setUpTitle)}
      onClose={verify.busy ? () => undefined : onClose}
      onSubmit={() => verify.run()}
      footer={
        <>
          <Button onClick={onClose} disabled={verify.busy}>
            {t(factorsWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={verify.busy} disabled={!/^\d{6}$/.test(code)}>
            {t(factorsWords.verify)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(factorsWords.scanText)}</p>
      <div className={css.qr}>
        <QrImage text={made.uri} label={t(factorsWords.qrLabel)} />
      </div>
      <p className={`t-small ${css.secret}`}>
        {t(factorsWords.secret)} <code>{made.secret}</code>
        <CopyButton text={made.secret} label={t(factorsWords.copySecret)} />
      </p>
      <TextField
        label={t(factorsWords.code)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        value={code}
        error={error}
        onChange={(typed) => setCode(typed.replace(/\s/g, ''))}
      />
    </Dialog>
  );
}
