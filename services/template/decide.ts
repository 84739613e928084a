import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import { may, type Permissions } from '#contracts/api/roles.ts';
import type { TemplateEvent } from '#contracts/template/events.ts';
import type { TemplateContent, TemplateState } from '#contracts/template/state.ts';
import { differingFields } from '#kernel/platform/differing-fields.ts';

/** Somebody who writes templates, with what they may do. */
export interface TemplateAuthor {
  user_id: string;
  account_id: string;
  permissions: Permissions;
}

const requireManage = ({ permissions }: TemplateAuthor): void => {
  if (!may(permissions, 'template.manage')) throw new Refusal('PermissionDenied');
};

/** Adds a template to an account that has `kept` of them. */
export const decideNewTemplate = (by: TemplateAuthor, content: TemplateContent, kept: number): TemplateEvent[] => {
  requireManage(by);
  if (kept >= limits.templates) throw new Refusal('TemplateLimitReached');
  return [{ type: 'TemplateAdded', data: { account_id: by.account_id, user_id: by.user_id, ...content } }];
};

/** Refuses what somebody wants of a template that is not theirs to write; one of another account is not there. */
export const requireTemplate = (by: TemplateAuthor, state: TemplateState): void => {
  requireManage(by);
  if (state.phase !== 'kept' || state.account_id !== by.account_id) throw new Refusal('NotFound');
};

/** Changes a template; what it already holds makes no event. */
export const decideTemplateChange = (
  by: TemplateAuthor,
  state: TemplateState,
  { studio, ...given }: Partial<TemplateContent>,
): TemplateEvent[] => {
  requireTemplate(by, state);
  const changes: Partial<TemplateContent> = differingFields(given, state);
  if (studio && !isDeepStrictEqual(studio, state.studio)) changes.studio = studio;
  return Object.keys(changes).length > 0 ? [{ type: 'TemplateChanged', data: changes }] : [];
};

/** Deletes a template. */
export const decideTemplateEnd = (by: TemplateAuthor, state: TemplateState): TemplateEvent[] => {
  requireTemplate(by, state);
  return [{ type: 'TemplateDeleted', data: {} }];
};
