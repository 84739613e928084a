import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { framedPages } from './pages.ts';

t.test('each page behind the sign-in is fetched before the document has loaded', async (t) => {
  const source = readFileSync(join(import.meta.dirname, '../dashboard/routes.tsx'), 'utf8');
  const signedIn = source.slice(source.indexOf('const signedIn'), source.indexOf('const framed'));
  const routes = [...signedIn.matchAll(/path: '([^'*]+)', lazy: \(\) => import\('\.\/([^']+)'\)/g)];
  t.ok(routes.length > 8, 'the list of routes was found');
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
