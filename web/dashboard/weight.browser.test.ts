import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { seedScene } from '#ops/testing/scene.ts';

// Compiled, it lies in .build/js; the built pages are beside the sources.
const dist = new URL(import.meta.url.endsWith('.js') ? '../../../../dist' : '../../dist', import.meta.url).pathname;
const assets = join(dist, 'web/assets');

/** A page may load so many script files, lazy parts of its first view included; analytics and the admin area have many small ones. */
const files: Record<string, number> = { '/analytics': 30, '/admin': 32 };
const otherFiles = 20;
/** The most that a page may ask the server for until it is there: document, files, font, data, pictures. */
const mostRequests = 60;
/**
 * The most that the scripts of a page's first view take, in bytes as gzip; of any other page `otherPages`. The showcase's
 * hold the player, those of the admin area react-admin's own controls.
 */
const budgets: Record<string, number> = {
  '/login': 130_000,
  '/register': 130_000,
  '/home': 300_000,
  '/showcase': 200_000,
  '/admin': 500_000,
  '/studio': 400_000,
};
const otherPages = 375_000;
/** What stands beside the sign-in comes after its form, and only where the window is wide. */
const decoration = /^SidePanel-/;
/** What comes after the first paint: the chart of home, with its library. */
const chart = /\/(DayChart|chart-scale)-/;

t.test('a page loads no more scripts, and no more bytes of them, than its budget', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person();
  const staff = await w.person({ staff: true, permissions: {} });
  const { app_id, instance_id, group_id, token, stories } = await seedScene(w, nora);
  const sizes = new Map<string, number>();
  for (const file of await readdir(assets))
    if (file.endsWith('.gz')) sizes.set(file.slice(0, -3), (await stat(join(assets, file))).size);
  sizes.set('player.js', gzipSync(await readFile(join(dist, 'player/player.js'))).length);
  const pages = ['/login', '/register', '/home', '/content', `/stories/${group_id}`, '/activity', '/settings', '/help'];
  const more = ['/content/calendar', '/analytics', '/notifications', '/story/add', `/showcase/${token}`, '/admin'];
  for (const path of [...pages, ...more, `/studio/${app_id}/${instance_id}/${group_id}?story=${stories[0]}`]) {
    const name = path.replace(/^(\/showcase|\/studio)\/.*/, '$1');
    const context = await w.windowOf(path === '/admin' ? staff : nora);
    // What it adds to stands in the state of its address.
    if (path === '/story/add')
      await context.addInitScript((id) => history.replaceState({ usr: { group: { id } }, idx: 0 }, ''), group_id);
    // Who else is there is told for as long as the studio is open.
    await context.route(/\/presence\?/, (route) => route.fulfill({ status: 503, json: {} }));
    if (path === '/login' || path === '/register') await context.addInitScript(() => localStorage.clear());
    await context.route(chart, (route) => (path === '/home' ? undefined : route.abort()));
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
    t.ok(scripts.length <= (files[name] ?? otherFiles), `${path} loads ${scripts.length} scripts`);
    t.ok(bytes <= (budgets[name] ?? otherPages), `${path} loads ${bytes} bytes`);
    t.ok(requests <= mostRequests, `${path} makes ${requests} requests`);
    await context.close();
  }
});
