import { adminPageSizes } from '#contracts/admin/admin.ts';

const keyOf = (name: string) => `storyrail.rows.admin.${name}`;
const usual = 20;

/** How many rows of a list a person wants on a page, as kept on this machine. */
export function keptRows(name: string): number {
  try {
    const kept = Number(localStorage.getItem(keyOf(name)));
    return adminPageSizes.find((size) => size === kept) ?? usual;
  } catch {
    return usual;
  }
}

/** Keeps how many rows of a list a person wants on a page. */
export function keepRows(name: string, size: number): void {
  try {
    localStorage.setItem(keyOf(name), String(size));
  } catch {
    // Without storage it holds for this address.
  }
}
