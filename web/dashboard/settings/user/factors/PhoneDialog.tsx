import { lazy, useState } from 'react';
import { factorWords } from '#contracts/words/factors.en.ts';
import { OutboxLink } from '../../../auth/register/OutboxLink.tsx';
import { CodeFields } from '../../../auth/second-step/CodeFields.tsx';
import type { TypedPhone } from '../../../auth/second-step/phone-numbers.ts';
import { StepNote } from '../../../auth/second-step/StepNote.tsx';
import { useStep } from '../../../auth/second-step/use-step.ts';
import { isWhole } from '../../../auth/second-step/ways.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { LazyPart } from '../../../kit/states/LazyPart.tsx';
import { useCommand } from '../../../kit/use-command.ts';
import { usePerson } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';

const PhoneFields = lazy(() => import('../../../auth/second-step/PhoneFields.tsx'));

type Right = TypedPhone & { number: string };

/** Asks for a number, sends a code there, and takes the code: the number is then the person's. */
export function PhoneDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { user } = usePerson();
  const [typed, setTyped] = useState<TypedPhone | null>(null);
  const [checked, setChecked] = useState(false);
  const [phone, setPhone] = useState<Right | null>(null);
  const step = useStep(false);
  const onRefused = (_: object, error: unknown) => step.refuse(error);
  const ask = useCommand<Right>({
    on: user.id,
    send: (product, { number }) => product.sendPhoneCode(number),
    onRefused,
    onDone: (_answer, sent) => {
      setPhone(sent);
      step.clear();
      step.clock.start();
    },
  });
  const verify = useCommand<{ number: string; code: string }, { message: string | null }>({
    on: user.id,
    send: (product, { number, code }) => product.verifyPhone(number, code),
    changes: [['user']],
    said: ({ message }) => message,
    onRefused,
    onDone,
  });
  const busy = ask.busy || verify.busy;
  const over = phone !== null && step.clock.left === 0;
  const ready = phone === null || over || isWhole('sms', step.code);
  const go = () => {
    setChecked(true);
    if (phone === null) return typed?.number ? ask.run(typed as Right) : undefined;
    if (over) return ask.run(phone);
    return ready ? verify.run({ number: phone.number, code: step.code }) : undefined;
  };
  const fault = typed ? typed.fault : t(factorWords.phoneMissing);
  const submit = over ? t(factorsWords.sendAgain) : t(factorsWords.confirm);
  return (
    <Dialog
      open
      title={
        phone ? t(factorsWords.enterCode) : user.phone_number ? t(factorsWords.changeNumber) : t(factorsWords.addPhone)
      }
      onClose={busy ? () => undefined : onClose}
      onSubmit={go}
      stays
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t(factorsWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={busy} disabled={!ready}>
            {phone ? submit : t(factorsWords.sendCode)}
          </Button>
        </>
      }
    >
      <p className="t-small">
        {phone ? t(factorsWords.sentTo, { phone: phone.shown }) : t(factorsWords.numberText)}{' '}
        {phone ? <OutboxLink apart /> : null}
      </p>
      <StepNote text={step.note} />
      {phone ? (
        <CodeFields
          method="sms"
          code={step.code}
          onCode={step.setCode}
          error={step.error}
          tries={step.tries}
          left={step.clock.left}
          ref={step.input}
        >
          <Button
            variant="link"
            disabled={busy}
            onClick={() => {
              step.clear();
              setTyped(null);
              setChecked(false);
              setPhone(null);
            }}
          >
            {t(factorsWords.changeNumber)}
          </Button>
        </CodeFields>
      ) : (
        <LazyPart failed={<p role="alert">{t(factorsWords.phoneDidNotLoad)}</p>}>
          <PhoneFields
            onTyped={(read) => {
              setTyped(read);
              step.clear();
            }}
            error={step.error ?? (checked ? fault : undefined)}
          />
        </LazyPart>
      )}
    </Dialog>
  );
}
