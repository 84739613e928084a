import { plainContrast } from '#contracts/studio/check/advise-contrast.ts';
import type { ContrastSample } from '#contracts/studio/check/checked.ts';
import { contrastOver, writtenOn } from '#contracts/studio/check/written.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { type ComponentChanges, changeComponent } from '../edits/components.ts';

/** What makes words easier to read: another color of them, a shade behind them that shows what is below, or a box that hides it. */
export type ContrastRepair = 'darkText' | 'lightText' | 'shade' | 'box';

/** A way to make words easier to read, with the contrast that the worst of them then has. */
export interface ContrastChoice {
  repair: ContrastRepair;
  design: Studio;
  ratio: number;
}

/** What is behind words that stand on no plain color: nearly the darkest and the lightest of it. */
export type Behind = Pick<ContrastSample, 'dark' | 'light'>;

const [ink, paper] = ['#17162b', '#ffffff'] as const;
const unknown: Behind = { dark: [0, 0, 0], light: [255, 255, 255] };
/** How opaque shades are, in hexadecimal: the first that does. */
const shades = ['66', '80', '99', 'b3', 'cc', 'e6'] as const;
/** What a box looks like that had no ground before. */
const corners = 12;

/** The worst contrast of a component's words, as it is and as a share of what they need; null without words. */
function worstOf(
  one: FlatComponent,
  design: Studio,
  hasMedium: boolean,
  { dark, light }: Behind,
): { ratio: number; share: number } | null {
  const all = writtenOn(one).map((written) => {
    const ratio =
      plainContrast(one, written, design, hasMedium) ??
      Math.min(contrastOver(written, dark), contrastOver(written, light));
    return { ratio, share: ratio / written.needs };
  });
  return all.sort((a, b) => a.share - b.share)[0] ?? null;
}

function boxLooks({ kind, component }: FlatComponent): ComponentChanges {
  if (kind === 'image') return {};
  const radius = component.background === null && component.radius === 0 ? { radius: corners } : {};
  if (kind !== 'text' && kind !== 'cta')
    return { ...radius, text_color: ink, background: paper, option_color: '#f1f1f7', accent_color: '#5b3df5' };
  const isDark = component.text_color.startsWith(ink);
  return { ...radius, text_color: isDark ? ink : paper, background: isDark ? paper : ink };
}

/**
 * The ways to make the words of a component easier to read, the mildest first, each only where it is enough. `behind` is
 * what was measured below them; without it they are made to be read over anything.
 */
export function contrastChoices(
  design: Studio,
  id: string,
  hasMedium: boolean,
  behind: Behind = unknown,
): ContrastChoice[] {
  const found = flatten(design).find(({ component }) => component.id === id);
  if (!found || found.kind === 'image') return [];
  const { text_color, radius, background } = found.component;
  const tried = (repair: ContrastRepair, changes: ComponentChanges): ContrastChoice[] => {
    const changed = changeComponent(design, { id, changes });
    const one = flatten(changed).find(({ component }) => component.id === id)!;
    const worst = worstOf(one, changed, hasMedium, behind);
    return worst && worst.share >= 1 && changed !== design ? [{ repair, design: changed, ratio: worst.ratio }] : [];
  };
  const shade = (color: string, ground: string) =>
    shades.flatMap((opacity) =>
      tried('shade', {
        text_color: color,
        background: `${ground}${opacity}`,
        ...(radius === 0 && { radius: corners }),
      }),
    );
  const isPale =
    contrastOver({ color: text_color, grounds: [] }, [0, 0, 0]) >
    contrastOver({ color: text_color, grounds: [] }, [255, 255, 255]);
  return [
    ...tried('darkText', { text_color: ink }),
    ...tried('lightText', { text_color: paper }),
    ...(background === null ? shade(isPale ? paper : ink, isPale ? ink : paper).slice(0, 1) : []),
    ...tried('box', boxLooks(found)),
  ];
}
