import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { seedScene } from '#ops/testing/scene.ts';

// Compiled, it lies in .build/js; the built pages are beside the sources.
const assets = new URL(
  import.meta.url.endsWith('.js') ? '../../../../dist/web/assets' : '../../dist/web/assets',
  import.meta.url,
).pathname;

/** A page may load so many script files, lazy parts of its first view included. */
const mostFiles = 20;
/** The most that a page may ask the server for until it is there: document, files, font, data, pictures. */
const mostRequests = 60;
/** The most that the scripts of a page's first view take, in bytes as gzip; of any other page `otherPages`. */
const budgets: Record<string, number> = { '/login': 130_000, '/register': 130_000, '/home': 300_000 };
const otherPages = 375_000;
/** What stands beside the sign-in comes after its form, and only where the window is wide. */
const decoration = /^SidePanel-/;
/** What comes after the first paint: the chart of home, with its library. */
const chart = /\/(DayChart|chart-scale)-/;

t.test('a page loads at most 20 scripts, and no more bytes of them than its budget', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person();
  const { group_id } = await seedScene(w, nora);
  const sizes = new Map<string, number>();
  for (const file of await readdir(assets))
    if (file.endsWith('.gz')) sizes.set(file.slice(0, -3), (await stat(join(assets, file))).size);
  const pages = ['/login', '/register', '/home', '/content', `/stories/${group_id}`, '/activity', '/settings', '/help'];
  for (const path of [...pages, '/content/calendar']) {
    const context = await w.windowOf(nora);
    if (path === '/login' || path === '/register') await context.addInitScript(() => localStorage.clear());
    await context.route(chart, () => undefined);
    const page = await context.newPage();
    const loaded = new Set<string>();
    let requests = 0;
    page.on('request', (request) => {
      // Pages that are fetched ahead are no part of this one.
      if (request.resourceType() === 'fetch' && request.url().includes('/assets/')) return;
      requests += 1;
    });
    page.on('response', (response) => {
      const file = response.url().slice(response.url().lastIndexOf('/') + 1);
      const isAhead = response.request().resourceType() === 'fetch';
      if (/\.(js|css)$/.test(file) && !isAhead) loaded.add(file);
    });
    await page.goto(w.base + path);
    await page.locator('h1, form').first().waitFor();
    // Without its chart home never is without a request under way.
    if (path === '/home') await page.getByRole('heading', { name: 'Top story groups' }).waitFor();
    else await page.waitForLoadState('networkidle');
    const scripts = [...loaded].filter((file) => file.endsWith('.js'));
    const needed = scripts.filter((file) => !decoration.test(file));
    const bytes = needed.reduce((sum, file) => sum + (sizes.get(file) ?? Number.NaN), 0);
    t.comment(
      `${path}: ${scripts.length} scripts, ${loaded.size - scripts.length} styles, ${bytes} bytes, ${requests} requests`,
    );
    t.ok(scripts.length <= mostFiles, `${path} loads ${scripts.length} scripts`);
    t.ok(bytes <= (budgets[path] ?? otherPages), `${path} loads ${bytes} bytes`);
    t.ok(requests <= mostRequests, `${path} makes ${requests} requests`);
    await context.close();
  }
});
