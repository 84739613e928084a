import t from 'tap';
import { blankComponent, blankDesign, type ComponentStart, isBlankDesign, withComponent } from './blank.ts';
import { exampleComponent, exampleDesign } from './examples.ts';
import { flatten } from './flat.ts';
import { componentKinds } from './kinds.ts';
import type { Studio } from './shape.ts';
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

t.test('a design is blank in whatever order its fields stand, and not once anything of it was changed', (t) => {
  const blank = blankDesign();
  const turned = Object.fromEntries(Object.entries(blank).reverse()) as Studio;
  t.ok(isBlankDesign({ ...turned, medium: Object.fromEntries(Object.entries(blank.medium).reverse()) as never }));
  for (const changed of [
    { duration_ms: 5000 },
    { background: '#ffffff' },
    { medium: { ...blank.medium, fit: 'blur' as const } },
    { medium: { ...blank.medium, alt: 'A coat' } },
    {
      textData: [
        blankComponent('text', { id: 'text-0001', position: { x: 0, y: 0 }, size: { width: 90, height: 30 } }),
      ],
    },
  ])
    t.notOk(isBlankDesign({ ...blank, ...changed } as Studio), JSON.stringify(changed));
  t.end();
});
