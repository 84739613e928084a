import t from 'tap';
import { exampleDesign } from '../studio/examples.ts';
import { assertStates, testId } from '../test-states.ts';
import type { TemplateEvent } from './events.ts';

const events: TemplateEvent[] = [
  {
    type: 'TemplateAdded',
    data: {
      account_id: testId(2),
      user_id: testId(3),
      title: 'Sale',
      category: 'sale',
      studio: exampleDesign(['text', 'text-0001']),
    },
  },
  { type: 'TemplateChanged', data: { title: 'Product', category: 'product' } },
  { type: 'TemplateChanged', data: { studio: exampleDesign(['poll', 'poll-0001']) } },
  { type: 'TemplateDeleted', data: {} },
];

t.test('the known events of a template fold to the states that snapshots hold', (t) => {
  assertStates(t, 'template', events, 1, {
    '1 TemplateAdded': 'acc9912a7e16',
    '2 TemplateChanged': '27b78b228392',
    '3 TemplateChanged': '3e7b6b6b8bf4',
    '4 TemplateDeleted': '36b3611cf985',
  });
  t.end();
});
