import type { TotpSecret } from '#contracts/user/factor-rows.ts';
import AuthenticatorSecret from '../../../auth/second-step/AuthenticatorSecret.tsx';
import { CodeField } from '../../../auth/second-step/CodeField.tsx';
import { StepNote } from '../../../auth/second-step/StepNote.tsx';
import { TriesLeft } from '../../../auth/second-step/TriesLeft.tsx';
import { useStep } from '../../../auth/second-step/use-step.ts';
import { isWhole } from '../../../auth/second-step/ways.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { useCommand } from '../../../kit/use-command.ts';
import { usePerson } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';

/**
 * Shows the secret of an authenticator app, and takes the first code of it. Who has no recovery codes is given some with it:
 * without them a lost phone locks its owner out.
 */
export function VerifyDialog({
  made,
  onDone,
  onClose,
}: {
  made: TotpSecret;
  /** Gets new recovery codes, null where there are some, or where they are to be made by themselves. */
  onDone: (codes: readonly string[] | null) => void;
  onClose: () => void;
}) {
  const { user } = usePerson();
  const hasCodes = user.factors.some(({ type, left }) => type === 'recovery_codes' && left !== 0);
  const step = useStep(false);
  const verify = useCommand({
    on: user.id,
    send: async (product) => {
      const { message } = await product.verifyTotp(step.code);
      const made = hasCodes ? null : await product.makeRecoveryCodes({}).catch(() => null);
      return { message, codes: made?.codes ?? null };
    },
    changes: [['user']],
    said: ({ message }) => message,
    onRefused: (_, error) => step.refuse(error),
    onDone: ({ codes }) => onDone(codes),
  });
  const ready = isWhole('totp', step.code);
  return (
    <Dialog
      open
      size="small"
      title={t(factorsWords.setUpTitle)}
      onClose={verify.busy ? () => undefined : onClose}
      onSubmit={() => (ready ? verify.run() : undefined)}
      footer={
        <>
          <Button onClick={onClose} disabled={verify.busy}>
            {t(factorsWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={verify.busy} disabled={!ready}>
            {t(factorsWords.verify)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(factorsWords.scanText)}</p>
      <AuthenticatorSecret app={made} />
      <StepNote text={step.note} />
      <CodeField
        label={t(factorsWords.code)}
        autoFocus
        value={step.code}
        error={step.error}
        onChange={step.setCode}
        ref={step.input}
      />
      <TriesLeft tries={step.tries} />
    </Dialog>
  );
}
