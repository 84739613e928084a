import { defineWords } from './define.ts';

/** How the audit tells of templates. */
export const templateAuditWords = defineWords('template-audit', {
  added: 'saved the template “{title}”',
  changed: 'changed {fields} of the template “{title}”',
  deleted: 'deleted the template “{title}”',
  title: 'the name',
  category: 'the category',
  design: 'the design',
});
