import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { NoteState } from '#contracts/note/state.ts';
import { type Principal, requireAct } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { type LoadedStream, load, save } from '#kernel/commands/streams.ts';
import { decideNote, type NoteCommand } from './decide.ts';

/** Who acts, where the app is the account's and they may change its settings. */
const openApp = async (trx: CommandTrx, principal: Principal, appId: string): Promise<Principal> => {
  const me = await currentPrincipal(trx, principal);
  if (!(await trx.kernel.facts.app(trx, me.account_id, appId, 'none'))) throw new Refusal('NotFound');
  requireAct(me, 'app.settings', appId);
  return me;
};

const saved = async (trx: CommandTrx, note: LoadedStream<NoteState>, command: NoteCommand, status = 200) => {
  const { state, version } = await save(trx, note, decideNote(command, note.state));
  return { status, data: { id: state.id, version } };
};

/** Pins a note to an app. */
export const handleAddNote = async (
  trx: CommandTrx,
  principal: Principal,
  given: { app_id: string; words: string },
): Promise<CommandAnswer> => {
  const { account_id, user_id } = await openApp(trx, principal, given.app_id);
  const note = await load<NoteState>(trx, `note-${uuidv7()}`);
  return saved(trx, note, { type: 'AddNote', account_id, user_id, ...given }, 201);
};

/** Changes or deletes a note; 404 where its app is not the caller's. */
export const handleNote = async (
  trx: CommandTrx,
  principal: Principal,
  noteId: string,
  command: NoteCommand,
): Promise<CommandAnswer> => {
  const note = await load<NoteState>(trx, `note-${noteId}`);
  if (note.state.phase === 'none') throw new Refusal('NotFound');
  await openApp(trx, principal, note.state.app_id);
  return saved(trx, note, command);
};
