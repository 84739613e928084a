import { type Measured, median } from './measure.ts';

/** The row of what must not be more than a limit: the median of its values, all in `unit`; `goal` null where it is only told. */
export const againstLimit = (
  path: string,
  unit: string,
  limit: number,
  values: readonly number[],
  note: string,
  goal: number | null = 1,
): Measured => {
  const ratios = values.map((value) => limit / value);
  return {
    path,
    peer: 'the limit',
    unit,
    ours: median(values),
    theirs: limit,
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    goal,
    floor: null,
    note,
  };
};
