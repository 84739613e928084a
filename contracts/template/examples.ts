import { exampleFile, exampleIds, examplesOf } from '../examples.ts';
import { exampleDesign } from '../studio/examples.ts';
import type { templateEvents } from './events.ts';

const poll = ['poll', 'poll-0001'] as const;

export const templateExamples = examplesOf<typeof templateEvents>()({
  added: {
    type: 'TemplateAdded',
    data: {
      account_id: exampleIds.account,
      user_id: exampleIds.owner,
      title: 'Which coat?',
      category: 'quiz_poll',
      studio: exampleDesign(poll),
    },
  },
  changed: {
    type: 'TemplateChanged',
    data: {
      title: 'Coat of the week',
      category: 'product',
      studio: exampleDesign(poll, ['image', 'image-0001', { media: exampleFile(7, 'png') }]),
    },
  },
  deleted: { type: 'TemplateDeleted', data: {} },
});
