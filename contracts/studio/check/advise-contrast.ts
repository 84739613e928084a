import { designCheckWords } from '../../words/design-checks.en.ts';
import { fill } from '../../words/phrase.ts';
import type { FlatComponent } from '../flat.ts';
import type { Studio } from '../shape.ts';
import { type AdviceFacts, type DesignAdvice, pathOf } from './checked.ts';
import { opacityOf, type Rgb } from './contrast.ts';
import { plainBehind } from './ground.ts';
import { contrastOver, type Written, writtenOn } from './written.ts';

/** A contrast as it is said: never better than it is. */
export const contrastSaid = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

const black: Rgb = [0, 0, 0];

/** The contrast of words over what is behind them; null where that is no plain color and has to be measured. */
export function plainContrast(one: FlatComponent, written: Written, studio: Studio, hasMedium: boolean): number | null {
  if (written.grounds.some((color) => opacityOf(color) === 1)) return contrastOver(written, black);
  const behind = plainBehind(one, written.box, studio, hasMedium);
  return behind && contrastOver(written, behind);
}

/** The words of a component whose contrast is too low, by the worst of them. */
export function adviseContrast(
  one: FlatComponent,
  studio: Studio,
  hasMedium: boolean,
  { samples }: Pick<AdviceFacts, 'samples'>,
): DesignAdvice[] {
  const sample = samples.get(one.component.id);
  let isMeasured = false;
  const found = writtenOn(one).flatMap((written) => {
    const ratio = plainContrast(one, written, studio, hasMedium);
    if (ratio === null) isMeasured = true;
    return ratio === null ? [] : [{ ratio, needs: written.needs }];
  });
  if (isMeasured && sample) found.push({ ratio: sample.ratio, needs: sample.needs });
  const [worst] = found.sort((a, b) => a.ratio / a.needs - b.ratio / b.needs);
  if (!worst || worst.ratio >= worst.needs) return [];
  const { ratio, needs } = worst;
  const phrase = fill(designCheckWords.contrast, { ratio: contrastSaid(ratio), needs: String(needs) });
  return [{ path: pathOf(one, 'text_color'), code: 'contrast', phrase, contrast: { ratio, needs } }];
}
