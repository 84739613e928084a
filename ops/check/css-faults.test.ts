import t from 'tap';
import { classesOf, cssFaults } from './css-faults.ts';

const button = '@layer kit {\n  .root {\n    width: 1.5em;\n  }\n}\n';
const good: [path: string, text: string][] = [
  ['theme/base.css', '@layer base {\n  .num,\n  .truncate {\n    margin: 0;\n  }\n}\n'],
  ['kit/Button.module.css', button],
  ['kit/Button.tsx', "import css from './Button.module.css';\n<b className={css.root} />;"],
  [
    'home/HomePage.module.css',
    '.page > .head:hover {\n  color: red;\n}\n\n/* recharts names its drawing so. */\n.page :global(.recharts-surface) {\n  outline: 0;\n}\n',
  ],
  [
    'home/HomePage.tsx',
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

t.test('what does not fit is said', async (t) => {
  const use = (text: string) => with_(['home/Part.tsx', text]);
  t.same(use("import css from './HomePage.module.css';\n<b className={css.foot} />;"), [
    'home/Part.tsx: home/HomePage.module.css has no .foot',
  ]);
  t.same(use("import css from './Gone.module.css';"), ['home/Part.tsx: there is no home/Gone.module.css']);
  t.same(use("import css from './HomePage.module.css';\n<b className={css['page']} />;"), [
    'home/Part.tsx: classes of home/HomePage.module.css are named as in css.root',
  ]);
  t.same(use('<b className="home-part num" />;'), ['home/Part.tsx: .home-part is no class of theme/']);
  t.same(with_(['help/Help.tsx', "import css from '../home/HomePage.module.css';\n<b className={css.page} />;"]), [
    'help/Help.tsx: home/HomePage.module.css belongs to another folder',
  ]);
  t.same(
    with_(['help/Help.tsx', "import button from '../kit/Button.module.css';\n<b className={button.root} />;"]),
    [],
  );
  t.same(with_(['home/home.css', '.a {}']), ['home/home.css: only theme/ has sheets for the whole document']);
  t.same(with_(['help/Homepage.module.css', '']), ['help/Homepage.module.css: named as home/HomePage.module.css']);
  t.same(with_(['help/Help.module.css', '.a {\n}\n']), ['help/Help.module.css: nothing uses .a']);
  t.same(with_(['help/Help.module.css', '\n:global(.b) {\n}\n']), [
    'help/Help.module.css:2: a comment above says whose class this is',
  ]);
  t.same(with_(['help/Help.module.css', button.replace('.root', 'a')]), [
    'help/Help.module.css: the rules of kit lie in its layer, and no others do',
  ]);
});
