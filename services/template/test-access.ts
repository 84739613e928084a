import { sentDesign } from '#contracts/studio/examples.ts';
import type { AccessFixtures } from '#ops/testing/access-fixtures.ts';
import type { AccessRow } from '#ops/testing/access-row.ts';

const wanted = { title: 'Which coat?', category: 'quiz_poll', studio: sentDesign(['poll', 'poll-0001']) };
/** A template of the owner's account. */
const made = async (w: AccessFixtures): Promise<{ id: string }> => {
  // An account keeps a hundred at most.
  await w.ended('/api/story/template');
  return w.made('/api/story/template', wanted);
};
const addressed = async (w: AccessFixtures, more: object = {}) => {
  const { id } = await made(w);
  return { body: { id, ...more } };
};

/** Those of another account have no such template. */
const reach = 'account' as const;

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/story/template': { reach: 'own', act: 'storyGroup.edit', call: () => ({}) },
  'POST /api/story/template': { reach: 'own', act: 'template.manage', call: () => ({ body: wanted }) },
  'PATCH /api/story/template': { reach, act: 'template.manage', call: (w) => addressed(w, { title: 'Coats' }) },
  'DELETE /api/story/template': { reach, act: 'template.manage', call: (w) => addressed(w) },
};
export default rows;
