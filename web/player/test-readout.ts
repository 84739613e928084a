import type { Page } from 'playwright-core';

interface Node {
  nodeId: string;
  childIds?: string[];
  ignored: boolean;
  role: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
}

const states = ['pressed', 'checked', 'disabled', 'expanded', 'modal'];
/** What is read by its name alone: the texts in it are not read again. */
const whole = /^(button|link|radio|image|timer|heading)$/;
const nothing = /^(RootWebArea|InlineTextBox|paragraph|deletion)$/;

/** A node as it is read: role, name and states; '' where there is nothing to read. */
function line({ ignored, role, name, properties = [] }: Node): string {
  if (ignored || !name?.value.trim() || nothing.test(role.value)) return '';
  const on = properties.filter((one) => states.includes(one.name) && String(one.value.value) !== 'false');
  const what = role.value === 'StaticText' ? 'text' : role.value;
  return [what, JSON.stringify(name.value), ...on.map((one) => one.name)].join(' ');
}

/** What Chromium tells a reader of screens of a page, in the order of reading, a line each; texts where they stand alone. */
export async function readout(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await devtools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (node: Node | undefined): string[] => {
    if (!node) return [];
    const own = line(node);
    const inside = own && whole.test(node.role.value) ? [] : (node.childIds ?? []).flatMap((id) => read(byId.get(id)));
    return own ? [own, ...inside] : inside;
  };
  return read(nodes[0]);
}
