import type { AccountPatch } from '#contracts/account/commands.ts';
import { employeeSizes } from '#contracts/api/limits.ts';
import { Choices, type ChoicesProps } from '../../kit/fields/Choices.tsx';

type Size = NonNullable<AccountPatch['employee_size']>;

const sizes = employeeSizes.map((size) => [size, size] as const);

/** Properties of SizeChoices: the chosen size, null for none. */
export interface SizeChoicesProps extends Pick<ChoicesProps, 'label' | 'name' | 'error' | 'ref'> {
  value: Size | null;
  onChange: (size: Size) => void;
}

/** How many people work in a company. */
export function SizeChoices({ onChange, ...field }: SizeChoicesProps) {
  return <Choices {...field} optional options={sizes} onChange={(size) => onChange(size as Size)} />;
}
