/** The Content page. */
export function Component() {
  return <h1>Content</h1>;
}
