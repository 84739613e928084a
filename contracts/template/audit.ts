import { type AuditFields, differences } from '../audit/differences.ts';
import { changedFields } from '../audit/phrases.ts';
import type { NounAudit } from '../noun.ts';
import { designChanges } from '../studio/changes.ts';
import { fill } from '../words/phrase.ts';
import { templateAuditWords } from '../words/template-audit.en.ts';
import type { templateEvents } from './events.ts';
import type { TemplateState } from './state.ts';

const labels = {
  title: templateAuditWords.title,
  category: templateAuditWords.category,
  studio: templateAuditWords.design,
};

const fieldsOf = ({ title, category, phase }: TemplateState): AuditFields => ({ title, category, state: phase });

/** How the audit tells of templates. */
export const templateAudit: NounAudit<typeof templateEvents, TemplateState> = {
  sentences: {
    TemplateAdded: ({ data: { title } }) => fill(templateAuditWords.added, { title }),
    TemplateChanged: ({ data, before: { title } }) =>
      fill(templateAuditWords.changed, { fields: changedFields(data, labels), title }),
    TemplateDeleted: ({ before: { title } }) => fill(templateAuditWords.deleted, { title }),
  },
  changes: (_event, before, after) => [
    ...differences(before.phase === 'none' ? null : fieldsOf(before), fieldsOf(after)),
    ...designChanges(before.studio, after.studio).map(({ key: _, ...change }) => change),
  ],
  subjectTypes: ['template'],
  subject: (_event, _before, { id, title }) => ({ type: 'template', id, title, parent_id: null }),
};
