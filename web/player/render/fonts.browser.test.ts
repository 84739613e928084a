import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import t from 'tap';
import { openChromium } from '#ops/testing/chromium.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { builtPlayer } from '../test-origin.ts';

const folder = import.meta.dirname;

t.test('fonts are drawn in a page that lets in connections alone, each part by the characters it has', async (t) => {
  await builtPlayer();
  const { outputFiles } = await build({
    entryPoints: ['fonts.ts', 'font-stack.ts'].map((name) => join(folder, name)),
    outdir: folder,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url!;
    const script = outputFiles.find((file) => file.path.endsWith(path));
    if (script) response.setHeader('content-type', 'text/javascript').end(script.text);
    else if (path.startsWith('/sdk/v1/fonts/')) {
      asked.push(path.slice(14).replace(/\..+/, ''));
      const file = await readFile(join(folder, '../../../dist/player/fonts', path.slice(14)));
      response.setHeader('content-type', 'font/woff2').end(file);
    } else {
      const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      response.end('<!doctype html><html lang="en"><title>A shop</title><p></p></html>');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => server.close());
  const page = await (await openChromium(t)).newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  /** The fonts that draw a text, as Chromium names them, with how many of its characters. */
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const drawn = async (font: string, weight: 400 | 700, text: string) => {
    await page.evaluate(
      async ([font, weight, text]) => {
        const { loadFonts } = await import(`${location.origin}/fonts.js`);
        const { fontStack } = await import(`${location.origin}/font-stack.js`);
        await loadFonts(`${location.origin}/sdk/v1/`, [{ font, weight, text }]);
        const paragraph = document.querySelector('p')!;
        paragraph.textContent = text;
        paragraph.style.fontFamily = fontStack(font);
        paragraph.style.fontWeight = String(weight);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      },
      [font, weight, text] as const,
    );
    const { root } = await tools.send('DOM.getDocument');
    const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
    type Fonts = { familyName: string; isCustomFont: boolean; glyphCount: number }[];
    let fonts: Fonts = [];
    // Until the page has laid the text out, none draws it.
    await until(async () => {
      fonts = (await tools.send('CSS.getPlatformFontsForNode', { nodeId })).fonts;
      return fonts.length > 0;
    }, 'the text to be laid out');
    return fonts.map(({ familyName, isCustomFont, glyphCount }) => [familyName, isCustomFont, glyphCount]);
  };
  t.same(await drawn('lora', 700, 'A coat'), [['Lora', true, 6]]);
  t.same(asked, ['lora-latin-700']);
  t.same(await drawn('inter', 400, 'ışığı ışığı'), [['Inter', true, 11]]);
  t.same(asked.splice(0), ['lora-latin-700', 'inter-latin-ext-400', 'inter-latin-400']);
  t.same(await drawn('heebo', 400, 'איזה מעיל'), [['Heebo', true, 9]], 'a space needs no other part');
  t.match(await drawn('cairo', 700, 'أي معطف تختار'), [['Cairo', true, Number]]);
  t.same(await drawn('caveat', 400, 'Cafe\u0301'), [['Caveat', true, 4]]);
  t.same(asked, ['heebo-hebrew-400', 'cairo-arabic-700', 'caveat-latin-400']);
  t.match(await drawn('space-grotesk', 400, 'Пальто'), [[String, false, 6]], 'the system draws what a font lacks');
  t.same(faults, []);
});
