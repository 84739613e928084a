import t from 'tap';
import { classesOf, cssFaults } from './css-faults.ts';

const button = '@layer kit {\n  .root {\n    width: 1.5em;\n  }\n}\n';
const good: [path: string, text: string][] = [
  ['dashboard/theme/base.css', '@layer base {\n  .num,\n  .truncate {\n    margin: 0;\n  }\n}\n'],
  ['dashboard/kit/Button.module.css', button],
  ['dashboard/kit/Button.tsx', "import css from './Button.module.css';\n<b className={css.root} />;"],
  [
    'dashboard/home/HomePage.module.css',
    '.page > .head:hover {\n  color: red;\n}\n\n/* recharts names its drawing so. */\n.page :global(.recharts-surface) {\n  outline: 0;\n}\n',
  ],
  [
    'dashboard/home/HomePage.tsx',
    'import css from \'./HomePage.module.css\';\n<div className={css.page}><b className={css.head} /><i className="truncate num" /></div>;',
  ],
];
const with_ = (...more: [path: string, text: string][]) => cssFaults(new Map([...good, ...more]));

t.test('the classes of a sheet are those of its selectors', async (t) => {
  t.same(
    [...classesOf('/* .no */ .a:is(.b, :global(.c)) > [data-x=".d"] { margin: .5em } @media (width: 1.5em) { .e {} }')],
    ['a', 'b', 'e'],
  );
});

t.test('sheets and code that fit together have no fault', async (t) => {
  t.same(with_(), []);
});

t.test('sheets of the studio are held to the same', async (t) => {
  const page: [string, string] = ['studio/page/Desk.module.css', '.left {\n}\n'];
  const desk: [string, string] = [
    'studio/page/Desk.tsx',
    "import css from './Desk.module.css';\n<b className={css.left} />;",
  ];
  t.same(with_(page, desk, ['studio/first-view.css', '.a {}']), []);
  t.same(with_(page), ['studio/page/Desk.module.css: nothing uses .left']);
  t.same(
    with_(page, desk, [
      'studio/flow/Flow.tsx',
      "import css from '../page/Desk.module.css';\n<b className={css.left} />;",
    ]),
    [],
  );
  t.same(
    with_([
      'studio/flow/Flow.tsx',
      "import css from '../../dashboard/home/HomePage.module.css';\n<b className={css.page} />;",
    ]),
    ['studio/flow/Flow.tsx: dashboard/home/HomePage.module.css belongs to another folder'],
  );
  t.same(with_(page, desk, ['dashboard/home/Desk.module.css', '']), [
    'dashboard/home/Desk.module.css: named as studio/page/Desk.module.css',
  ]);
  t.same(with_(['studio/flow/flow.css', '.a {}']), [
    'studio/flow/flow.css: only dashboard/theme/ and studio/first-view.css are for the whole document',
  ]);
});

t.test('what does not fit is said', async (t) => {
  const use = (text: string) => with_(['dashboard/home/Part.tsx', text]);
  t.same(use("import css from './HomePage.module.css';\n<b className={css.foot} />;"), [
    'dashboard/home/Part.tsx: dashboard/home/HomePage.module.css has no .foot',
  ]);
  t.same(use("import css from './Gone.module.css';"), [
    'dashboard/home/Part.tsx: there is no dashboard/home/Gone.module.css',
  ]);
  t.same(use("import css from './HomePage.module.css';\n<b className={css['page']} />;"), [
    'dashboard/home/Part.tsx: classes of dashboard/home/HomePage.module.css are named as in css.root',
  ]);
  t.same(use('<b className="home-part num" />;'), [
    'dashboard/home/Part.tsx: .home-part is no class of dashboard/theme/',
  ]);
  t.same(
    with_(['dashboard/help/Help.tsx', "import css from '../home/HomePage.module.css';\n<b className={css.page} />;"]),
    ['dashboard/help/Help.tsx: dashboard/home/HomePage.module.css belongs to another folder'],
  );
  t.same(
    with_([
      'dashboard/help/Help.tsx',
      "import button from '../kit/Button.module.css';\n<b className={button.root} />;",
    ]),
    [],
  );
  t.same(with_(['dashboard/home/home.css', '.a {}']), [
    'dashboard/home/home.css: only dashboard/theme/ and studio/first-view.css are for the whole document',
  ]);
  t.same(with_(['dashboard/help/Homepage.module.css', '']), [
    'dashboard/help/Homepage.module.css: named as dashboard/home/HomePage.module.css',
  ]);
  t.same(with_(['dashboard/help/Help.module.css', '.a {\n}\n']), ['dashboard/help/Help.module.css: nothing uses .a']);
  t.same(with_(['dashboard/help/Help.module.css', '\n:global(.b) {\n}\n']), [
    'dashboard/help/Help.module.css:2: a comment above says whose class this is',
  ]);
  t.same(with_(['dashboard/help/Help.module.css', button.replace('.root', 'a')]), [
    'dashboard/help/Help.module.css: the rules of kit lie in its layer, and no others do',
  ]);
});
