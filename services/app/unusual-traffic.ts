import type { AppEvent, TrafficJump } from '#contracts/app/events.ts';
import type { AppState } from '#contracts/app/state.ts';
import { type CommandKernel, systemContext, withContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';

/** Tells once a UTC day that a living instance gets far more than usual; of a day before the last one that was told, nothing. */
export const decideUnusualTraffic = (
  { phase, instances, traffic_told: told }: Pick<AppState, 'phase' | 'instances' | 'traffic_told'>,
  jump: TrafficJump,
): AppEvent[] => {
  const { instance_id, day } = jump;
  if (phase !== 'live' || !instances.some(({ id }) => id === instance_id)) return [];
  if (told && (told.day > day || (told.day === day && told.instance_ids.includes(instance_id)))) return [];
  return [{ type: 'InstanceTrafficJumped', data: jump }];
};

/** Appends to an app that one of its instances gets far more than usual, by the system; done again it changes nothing. */
export const tellUnusualTraffic = async (kernel: CommandKernel, appId: string, jump: TrafficJump): Promise<void> => {
  await runCommand(kernel, systemContext(kernel.now()), async (trx) => {
    const app = await load<AppState>(trx, `app-${appId}`);
    const { account_id } = app.state;
    await save(withContext(trx, { account_id }), app, decideUnusualTraffic(app.state, jump));
    return { status: 200, data: null };
  });
};
