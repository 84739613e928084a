/** Normalises a label: labels are equal regardless of case and Unicode normal form. */
export const normalizeLabel = (label: string): string => label.trim().normalize('NFC').toLowerCase();

/**
 * Whether rows of labels only take away from earlier ones: they are not more, and each holds nothing that one of the earlier
 * does not hold.
 */
export const onlyTakesLabels = (
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): boolean => {
  const held = before.map((row) => new Set(row.map(normalizeLabel)));
  return (
    after.length <= held.length &&
    after.every((row) => held.some((one) => row.every((label) => one.has(normalizeLabel(label)))))
  );
};
