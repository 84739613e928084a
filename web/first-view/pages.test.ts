import { readFileSync } from 'node:fs';
import t from 'tap';
import { framedPages } from './pages.ts';

const root = new URL('../..', import.meta.url);

t.test('each page behind the sign-in is fetched before the document has loaded', async (t) => {
  const source = readFileSync(new URL('web/dashboard/routes.tsx', root), 'utf8');
  const signedIn = source.slice(source.indexOf('const signedIn'), source.indexOf('const framed'));
  const single = [...signedIn.matchAll(/path: '([^'*]+)', lazy: \(\) => import\('\.\/([^']+)'\)/g)];
  // Several addresses of one page.
  const shared = [...signedIn.matchAll(/\.\.\.\[([^\]]+)\]\.map\([\s\S]*?import\('\.\/([^']+)'\)/g)].flatMap(
    ([, paths, module]) => [...paths!.matchAll(/'([^']+)'/g)].map(([, path]) => ['', path, module]),
  );
  t.ok(shared.some(([, path]) => path === 'settings/:tab?/:part?'));
  const routes = [...single, ...shared];
  t.ok(routes.length > 11, 'the list of routes was found');
  for (const [, path, module] of routes) {
    const address = `/${path!.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'one')}`;
    const matching = framedPages.filter(([pattern]) => new RegExp(pattern).test(address));
    t.same(
      matching.map(([, file]) => file),
      [module],
      address,
    );
  }
});
