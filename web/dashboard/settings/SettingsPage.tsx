/** The Settings page. */
export function Component() {
  return <h1>Settings</h1>;
}
