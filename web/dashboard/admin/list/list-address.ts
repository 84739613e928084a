/** The address of a list of the admin area under a filter, as react-admin reads it. */
export function listAddress(path: string, filter: Record<string, unknown>): string {
  return `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1' })}`;
}
