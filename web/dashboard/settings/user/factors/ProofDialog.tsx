import { zodResolver } from '@hookform/resolvers/zod';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { login } from '#contracts/user/commands.ts';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import { CodeFields } from '../../../auth/second-step/CodeFields.tsx';
import { OtherWays } from '../../../auth/second-step/OtherWays.tsx';
import { StepNote } from '../../../auth/second-step/StepNote.tsx';
import { bringing, sendsAgain, smsState, unsentText, useStep } from '../../../auth/second-step/use-step.ts';
import { isWhole, ways, waysOf } from '../../../auth/second-step/ways.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { FormPasswordField } from '../../../kit/forms/FormPasswordField.tsx';
import { useSchemaForm } from '../../../kit/forms/schema-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { useCommand } from '../../../kit/use-command.ts';
import type { Product } from '../../../shell/session/data-provider.ts';
import { usePerson } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import type { GivenProof } from './factor-commands.ts';

const ownQueries: readonly QueryKey[] = [['user'], ['account']];
const rules = zodResolver(login.pick({ password: true }));

/** Properties of a ProofDialog; `send` is the act that the proof opens, `onDone` gets its answer. */
export interface ProofDialogProps<Answer> {
  title: string;
  text: ReactNode;
  submit: ReactNode;
  danger?: boolean;
  role?: 'alertdialog';
  /** What else is said before the proof. */
  note?: ReactNode;
  /** Fields of the act itself, above the proof. */
  children?: ReactNode;
  send: (product: Product, proof: GivenProof, key: string) => Promise<Answer>;
  /** The queries that it changes; by default those of the person and the account. */
  changes?: readonly QueryKey[];
  said?: (answer: Answer) => string | null;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/**
 * Asks for what an act takes that needs a proof of the person: the password, or whatever else the person has set up and chooses instead.
 * Who has no password is asked for the first of those.
 */
export function ProofDialog<Answer>(props: ProofDialogProps<Answer>) {
  const {
    title,
    text,
    submit,
    danger = false,
    role,
    note,
    children,
    send,
    changes = ownQueries,
    said,
    onDone,
    onClose,
  } = props;
  const { user } = usePerson();
  const offered = waysOf(user.factors);
  // Signing in itself counts for some minutes; after that the server says to do it again.
  const bare = !user.has_password && offered.length === 0;
  const [method, setMethod] = useState<FactorMethod | null>(user.has_password ? null : (offered[0] ?? null));
  const [choosing, setChoosing] = useState(false);
  const others = offered.filter((one) => one !== method);
  const step = useStep(false);
  const form = useSchemaForm({ start: { password: '' }, rules });
  const act = useCommand<GivenProof, Answer>({
    on: user.id,
    send,
    changes,
    said: (answer) => said?.(answer) ?? null,
    onRefused: (fields, error) => {
      // A password or a text message does not open what another factor that the person has must open.
      const asked = (method === null || method === 'sms') && others.find((one) => ways[one].field in fields);
      if (asked) {
        take(asked);
        return true;
      }
      return (method === null && form.refused(fields)) || step.refuse(error);
    },
    onDone,
  });
  const code = useCommand({
    on: user.id,
    send: (product) => product.sendProofCode(),
    onRefused: (_, error) => step.refuse(error),
    onDone: () => {
      step.clear();
      step.clock.start();
    },
  });
  const busy = act.busy || step.busy || code.busy;
  const sms = method === 'sms' ? smsState(step, busy) : null;
  const again = sendsAgain(sms, step, busy);
  const take = (next: FactorMethod | null) => {
    step.clear();
    setChoosing(false);
    setMethod(next);
    if (next === 'sms' && !step.clock.running) code.run();
  };
  const go = () => {
    if (bare) return act.run({});
    if (method === null) return form.sending(act.run)();
    if (again) return code.run();
    if (isWhole(method, step.code)) return step.sending(async () => act.run(await bringing(method, step.code)));
    return undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (method === 'sms') code.run();
  }, []);
  return (
    <Dialog
      open
      size="small"
      {...(role && { role })}
      title={title}
      onClose={busy ? () => undefined : onClose}
      onSubmit={go}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t(factorsWords.cancel)}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            loading={busy}
            disabled={method !== null && !again && !isWhole(method, step.code)}
          >
            {again ? t(factorsWords.sendAgain) : submit}
          </Button>
        </>
      }
    >
      <p className="t-small">{text}</p>
      {note}
      {children}
      <StepNote text={step.note ?? (method === null || method === 'passkey' ? step.error : undefined)} />
      {bare ? null : method === null ? (
        <FormPasswordField
          control={form.control}
          name="password"
          label={t(factorsWords.password)}
          maxLength={limits.passwordMax}
          autoComplete="current-password"
          autoFocus={!children}
        />
      ) : (
        <p className="t-small">{(sms && unsentText(sms)) ?? ways[method].text}</p>
      )}
      {method !== null && method !== 'passkey' && sms !== 'asked' ? (
        <CodeFields
          method={method}
          code={step.code}
          onCode={step.setCode}
          error={step.error}
          tries={step.tries}
          left={step.clock.begun ? step.clock.left : null}
          ref={step.input}
        />
      ) : null}
      {(user.has_password ? offered : others).length > 0 && !choosing ? (
        <div>
          <Button
            variant="link"
            disabled={busy}
            onClick={() => (method === null || !user.has_password ? setChoosing(true) : take(null))}
          >
            {method === null || !user.has_password ? t(factorsWords.chooseWay) : t(factorsWords.usePassword)}
          </Button>
        </div>
      ) : null}
      {choosing ? <OtherWays methods={others} disabled={busy} onTake={take} /> : null}
    </Dialog>
  );
}
