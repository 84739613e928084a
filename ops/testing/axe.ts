import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; target: string[] }[];
}

/** Of what axe is asked; without any of it, of the whole page by all rules. */
export interface AxeQuestion {
  /** A selector: only what is in there, as where the page around is somebody else's. */
  within?: string;
  /** Only these rules. */
  rules?: readonly string[];
}

/** What WCAG 2.2 AA asks for, which axe does not do by itself. */
const alsoOn = { 'target-size': { enabled: true } };

/** What axe finds on a page, of whatever weight: nothing is too small to be mended. */
export const axeViolations = async (page: Page, { within, rules }: AxeQuestion = {}): Promise<string[]> => {
  // A menu that fades away is hidden from readers already and still holds what had the focus.
  await page.waitForFunction(() => !document.querySelector('.MuiMenu-root[aria-hidden="true"]'));
  if (await page.evaluate(() => !('axe' in window)))
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : { rules: alsoOn }) };
  return page.evaluate(
    async ([within, options]) => {
      const { axe } = window as unknown as {
        axe: { run(where: Document | string, options: object): Promise<{ violations: Violation[] }> };
      };
      const { violations } = await axe.run(within ?? document, options);
      // What a bar at the edge of the window covers in part is whole once it is scrolled to.
      const [left, top] = [window.scrollX, window.scrollY];
      for (const violation of violations) {
        if (violation.id !== 'target-size') continue;
        const small = [];
        for (const node of violation.nodes) {
          const [selector] = node.target;
          document.querySelector(selector!)?.scrollIntoView({ block: 'center', behavior: 'instant' });
          const again = await axe.run(selector!, { runOnly: ['target-size'] });
          if (again.violations.length > 0) small.push(node);
        }
        violation.nodes = small;
      }
      window.scrollTo(left, top);
      return violations
        .filter(({ nodes }) => nodes.length > 0)
        .map(
          ({ id, impact, nodes }) =>
            `${id} (${impact}, ${nodes.length}): ${nodes.map(({ html }) => html.slice(0, 160)).slice(0, 3)}`,
        );
    },
    [within, options] as const,
  );
};
