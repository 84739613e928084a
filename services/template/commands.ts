import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { AddTemplate, ChangeTemplate } from '#contracts/template/commands.ts';
import type { TemplateState } from '#contracts/template/state.ts';
import { templateWords } from '#contracts/words/template.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { withStoredPictures } from '#kernel/media/design-pictures.ts';
import { decideNewTemplate, decideTemplateChange, decideTemplateEnd, requireTemplate } from './decide.ts';

/** A template that was written, and the version that it has now. */
interface SavedTemplate {
  id: string;
  version: number;
}

/** Adds a template with a design of the caller's account. */
export const handleAddTemplate = async (
  trx: CommandTrx,
  principal: Principal,
  { title, category, studio }: AddTemplate,
): Promise<CommandAnswer<SavedTemplate>> => {
  const { facts } = trx.kernel;
  // Its templates are counted, so that two at once wait for each other.
  await facts.account(trx, principal.account_id, 'update');
  const me = await currentPrincipal(trx, principal);
  const kept = await facts.templates(trx, me.account_id);
  const stored = await withStoredPictures(trx, me.account_id, studio, null);
  const id = uuidv7();
  const template = await load<TemplateState>(trx, `template-${id}`);
  const { version } = await save(trx, template, decideNewTemplate(me, { title, category, studio: stored }, kept));
  return { status: 201, data: { id, version }, message: templateWords.added };
};

/** Changes a template; with `ifMatch` only if nobody changed it since that version. */
export const handleChangeTemplate = async (
  trx: CommandTrx,
  principal: Principal,
  id: string,
  { studio, ...given }: ChangeTemplate,
  ifMatch: number | null,
): Promise<CommandAnswer<SavedTemplate>> => {
  const me = await currentPrincipal(trx, principal);
  const template = await load<TemplateState>(trx, `template-${id}`);
  requireTemplate(me, template.state);
  if (ifMatch !== null && template.version > ifMatch) throw new Refusal('VersionConflict');
  const stored = studio && (await withStoredPictures(trx, me.account_id, studio, template.state.studio));
  const events = decideTemplateChange(me, template.state, { ...given, ...(stored && { studio: stored }) });
  const { version } = await save(trx, template, events);
  return { status: 200, data: { id, version }, message: templateWords.changed };
};

/** Deletes a template; stories that were made of it stay as they are. */
export const handleDeleteTemplate = async (
  trx: CommandTrx,
  principal: Principal,
  id: string,
): Promise<CommandAnswer<{ id: string }>> => {
  const me = await currentPrincipal(trx, principal);
  const template = await load<TemplateState>(trx, `template-${id}`);
  await save(trx, template, decideTemplateEnd(me, template.state));
  return { status: 200, data: { id }, message: templateWords.deleted };
};
