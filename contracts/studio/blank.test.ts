import t from 'tap';
import { blankComponent, blankDesign, type ComponentStart, withComponent } from './blank.ts';
import { exampleComponent, exampleDesign } from './examples.ts';
import { flatten } from './flat.ts';
import { componentKinds } from './kinds.ts';
import { studio } from './studio.ts';

t.test('a blank design, and components of each kind, are as the schema fills them in', async (t) => {
  t.same(blankDesign(), studio.parse({ version: 1 }));
  for (const kind of componentKinds) {
    const more =
      kind === 'poll' ? { options: ['Camel wool', 'Navy parka'].map((text) => ({ text, color: null })) } : {};
    const start = exampleComponent(kind, 'comp-0001', more) as unknown as ComponentStart<typeof kind>;
    t.same(withComponent(blankDesign(), kind, blankComponent(kind, start)), exampleDesign([kind, 'comp-0001']), kind);
  }
});

t.test('no two components share what is in them', async (t) => {
  const place = { position: { x: 0, y: 0 }, size: { width: 10, height: 10 } };
  const one = blankComponent('poll', { id: 'comp-0001', ...place });
  const other = blankComponent('poll', { id: 'comp-0002', ...place });
  one.options[0]!.text = 'Camel wool';
  t.equal(other.options[0]!.text, '');
  const design = withComponent(withComponent(blankDesign(), 'poll', one), 'poll', other);
  t.same(
    flatten(design).map(({ component }) => component.id),
    ['comp-0001', 'comp-0002'],
  );
});
