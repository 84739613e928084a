/** The Group page. */
export function Component() {
  return <h1>Group</h1>;
}
