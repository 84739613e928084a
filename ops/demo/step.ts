import { Refusal } from '#contracts/api/errors.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandContext, type CommandTrx, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { demoAccount } from '#kernel/http/demo-account.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { DemoCast, PersonKey } from './cast.ts';
import { demoId } from './random.ts';

/**
 * One command of the demo's history: whose, at which moment (unix milliseconds), and what it does in its transaction.
 */
export interface DemoStep {
  key: string;
  at: EpochMs;
  /** The moment that its id tells, where that is not when it happened. */
  marks?: EpochMs;
  by: PersonKey | 'system';
  /** What has to be there before the transaction, such as a drawn and stored picture. */
  prepare?: (kernel: Kernel) => Promise<void>;
  run: (trx: CommandTrx) => Promise<void>;
}

/** The correlation id of a step; an event that carries it shows that the step was done. */
export const stepId = ({ key, at, marks = at }: Pick<DemoStep, 'key' | 'at' | 'marks'>): string =>
  demoId(`step:${key}`, marks);

const contextOf = (cast: DemoCast, step: DemoStep): CommandContext => ({
  ...systemContext(step.at, cast.account),
  ...(step.by === 'system' ? {} : { actor: { type: 'user', id: cast.people[step.by] } }),
  correlation_id: stepId(step),
});

/**
 * Runs a step as one command at its own moment. What is refused, because somebody changed the demo meanwhile, is left
 * out.
 */
export const runStep = async (kernel: Kernel, cast: DemoCast, step: DemoStep): Promise<void> => {
  try {
    await step.prepare?.(kernel);
    await runCommand(kernel, contextOf(cast, step), async (trx) => {
      await step.run(trx);
      return { status: 200, data: null };
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    kernel.log.warn({ step: step.key, code: error.code, err: error }, 'demo account: skipped a refused step');
  }
};

/** Loads a stream, decides on its state and appends. */
export const changeStream = async <S>(
  trx: CommandTrx,
  stream: string,
  decide: (state: S) => readonly StoryrailEvent[] | Promise<readonly StoryrailEvent[]>,
): Promise<void> => {
  const loaded = await load<S>(trx, stream);
  await save(trx, loaded, await decide(loaded.state));
};

/** Somebody of the demo as a command sees them at its moment: with the roles and the plan of then. */
export const demoPrincipal = async (trx: CommandTrx, userId: string): Promise<Principal> => {
  const user = await trx.kernel.facts.user(trx, userId);
  const account = await trx.kernel.facts.account(trx, demoAccount, 'none');
  if (!user || !account) throw new Refusal('NotFound');
  const { permissions } = user;
  const { time_zone, trial_ends, premium, plan, standing, promo_until, custom_plan, manual_features } = account;
  return {
    user_id: userId,
    account_id: demoAccount,
    session_id: '',
    permissions,
    time_zone,
    trial_ends,
    premium,
    plan,
    standing,
    promo_until,
    custom_plan,
    ts_subscribed: null,
    manual_features,
    staff: false,
    factor_shown: false,
    login_as: null,
  };
};
