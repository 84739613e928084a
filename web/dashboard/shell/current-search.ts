/** The search of the address as it is at this moment, to be changed: what a page has drawn of it may be older. */
export function currentSearch(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}
