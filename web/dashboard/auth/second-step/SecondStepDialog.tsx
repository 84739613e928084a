import { RotateCw } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import type { TotpSecret } from '#contracts/user/factor-rows.ts';
import type { SecondStep as StepBody } from '#contracts/user/sign-in.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { http } from '../../api/http.ts';
import { getSession } from '../../api/session.ts';
import type { StepAsked } from '../../api/sign-in.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import { OutboxLink } from '../register/OutboxLink.tsx';
import { CodeFields } from './CodeFields.tsx';
import { NewCodes } from './NewCodes.tsx';
import { OtherWays } from './OtherWays.tsx';
import type { TypedPhone } from './phone-numbers.ts';
import { StepDialog } from './StepDialog.tsx';
import { StepNote } from './StepNote.tsx';
import { TriesLeft } from './TriesLeft.tsx';
import { bringing, sendsAgain, smsState, unsentText, useStep } from './use-step.ts';
import { isWhole, openWays, ways } from './ways.ts';

const PhoneFields = lazy(() => import('./PhoneFields.tsx'));
const AuthenticatorSecret = lazy(() => import('./AuthenticatorSecret.tsx'));

// In a window of its own, so that the step stays.
const helpLink = (parts: ReactNode) => (
  <a href="/login/help" target="_blank" rel="noopener">
    {parts}
  </a>
);

/** Who is in is not kept out by codes that cannot be made now: the settings make them, too. */
const makeCodes = (): Promise<readonly string[] | null> =>
  http.post<{ codes: readonly string[] }>('/user/recovery_codes', {}).then(
    ({ codes }) => codes,
    () => null,
  );

const withPhone = (more: StepBody, of: TypedPhone | null): StepBody =>
  of?.number ? { ...more, phone_number: of.number } : more;

/** Properties of a SecondStepDialog. */
export interface SecondStepDialogProps {
  asked: StepAsked;
  /** Whether who has nothing to show yet may set up an authenticator app in place of a number. */
  setsUp?: boolean;
  /** Sends the first step again with more; answers what is asked for then, null when it is done. Throws ApiError. */
  send: (more: StepBody) => Promise<StepAsked | null>;
  /** What gives up on it says. */
  back?: string;
  onDone: () => void;
  onBack: () => void;
}

/**
 * The second step: a passkey, a code of an app or of a text message, or a recovery code, whichever the person chooses of
 * those that the server names. Who has nothing yet gives a number first, or sets up an
 * app and is shown recovery codes.
 */
export function SecondStepDialog({
  asked,
  setsUp = false,
  send,
  back = t(factorsWords.back),
  onDone,
  onBack,
}: SecondStepDialogProps) {
  const methods = openWays(asked.methods);
  const first: readonly FactorMethod[] = setsUp && methods.length === 0 ? ['sms', 'totp'] : [];
  const [app, setApp] = useState<TotpSecret | null>(null);
  const [method, setMethod] = useState<FactorMethod | null>(methods[0] ?? null);
  const [typed, setTyped] = useState<TypedPhone | null>(null);
  const [phone, setPhone] = useState<TypedPhone | null>(null);
  const [checked, setChecked] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const step = useStep(asked.sent);
  const opens = useRef(method === 'sms' && !asked.sent);
  const sms = method === 'sms' ? smsState(step, step.busy || opens.current) : null;
  const again = sendsAgain(sms, step, step.busy);

  const ask = (more: StepBody, number: TypedPhone | null = phone) =>
    step.sending(async () => {
      const next = await send(withPhone(more, number));
      if (!next) return onDone();
      setPhone(number);
      setApp(next.app ?? null);
      setMethod(next.sent ? 'sms' : (openWays(next.methods)[0] ?? null));
      step.clear();
      if (next.sent) step.clock.start();
    });
  const show = (chosen: FactorMethod) =>
    step.sending(async () => {
      if (await send(withPhone(await bringing(chosen, step.code), phone))) return;
      // Without a session, as after joining, they are made in the settings.
      const made = app && getSession() ? await makeCodes() : null;
      if (made) setCodes(made);
      else onDone();
    });
  const take = (next: FactorMethod) => {
    step.clear();
    if (first.length > 0) return next === 'totp' ? void ask({ method: 'totp' }, null) : changeNumber();
    setMethod(next);
    // A code that is on its way still works.
    if (next === 'sms' && !step.clock.running) void ask({ method: 'sms' });
  };
  const submit = () => {
    setChecked(true);
    if (method === null) {
      if (typed?.number) void ask({}, typed);
    } else if (again) void ask(phone ? {} : { method: 'sms' });
    else if (isWhole(method, step.code)) void show(method);
  };
  const sendFirst = useRef(() => ask({ method: 'sms' }));
  useEffect(() => {
    if (!opens.current) return;
    opens.current = false;
    void sendFirst.current();
  }, []);
  const changeNumber = () => {
    step.clear();
    setTyped(null);
    setChecked(false);
    setApp(null);
    setMethod(null);
  };

  const title =
    method === null ? t(factorsWords.addPhone) : app ? t(factorsWords.setUpTitle) : t(factorsWords.stepTitle);
  const text = method === null ? t(factorsWords.phoneText) : app ? t(factorsWords.scanText) : null;
  const sent = phone ? t(factorsWords.sentTo, { phone: phone.shown }) : ways.sms.text;
  const smsText = sms && (unsentText(sms) ?? sent);
  const confirm = method === null ? t(factorsWords.sendCode) : method === 'passkey' ? t(factorsWords.askPasskey) : null;
  if (codes) return <NewCodes codes={codes} onDone={onDone} />;
  return (
    <StepDialog
      title={title}
      onClose={onBack}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" disabled={step.busy} onClick={onBack}>
            {back}
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon={again ? <RotateCw aria-hidden /> : undefined}
            loading={step.busy}
            disabled={method !== null && !again && !isWhole(method, step.code)}
          >
            {again ? t(factorsWords.sendAgain) : (confirm ?? t(factorsWords.confirm))}
          </Button>
        </>
      }
    >
      <p className="t-small">
        {text ?? smsText ?? (method && ways[method].text)} {sms && sms !== 'asked' ? <OutboxLink apart /> : null}
      </p>
      {app ? (
        <LazyPart failed={<p role="alert">{t(factorsWords.phoneDidNotLoad)}</p>}>
          <AuthenticatorSecret app={app} />
        </LazyPart>
      ) : null}
      <StepNote text={step.note ?? (method === 'passkey' ? step.error : undefined)} />
      {method === null ? (
        <LazyPart failed={<p role="alert">{t(factorsWords.phoneDidNotLoad)}</p>}>
          <PhoneFields
            onTyped={(read) => {
              setTyped(read);
              step.clear();
            }}
            error={step.error ?? (checked ? (typed ? typed.fault : t(factorWords.phoneMissing)) : undefined)}
          />
        </LazyPart>
      ) : null}
      {method === 'passkey' ? <TriesLeft tries={step.tries} /> : null}
      {method !== null && method !== 'passkey' && sms !== 'asked' ? (
        <CodeFields
          method={method}
          code={step.code}
          onCode={step.setCode}
          error={step.error}
          tries={step.tries}
          left={step.clock.begun ? step.clock.left : null}
          ref={step.input}
        >
          {phone ? (
            <Button variant="link" disabled={step.busy} onClick={changeNumber}>
              {t(factorsWords.changeNumber)}
            </Button>
          ) : null}
        </CodeFields>
      ) : null}
      <OtherWays
        methods={[...methods, ...first].filter((one) => one !== (method ?? 'sms'))}
        setsUp={first.length > 0}
        disabled={step.busy}
        onTake={take}
      />
      <p className="t-small">{t(factorsWords.noWayLeft, { link: helpLink })}</p>
    </StepDialog>
  );
}
