/**
 * The frame before anything is known: bar, tabs, a heading and cards as grey shapes. index.html holds the same, which
 * stands there until the scripts have loaded; a test compares both. Without `shown` it is
 * seen by who was signed in when the document came.
 */
export function FrameSkeleton({ shown }: { shown?: boolean }) {
  return (
    <div data-first="frame" data-shown={shown || undefined} aria-hidden="true">
      <div data-first="bar">
        <i data-first="mark" />
        <i data-first="name" />
        <i data-first="tab" />
        <i data-first="tab" />
        <i data-first="tab" />
        <i data-first="search" />
        <i data-first="person" />
      </div>
      <div data-first="page">
        <i data-first="heading" />
        <div data-first="cards">
          <i data-first="card" />
          <i data-first="card" />
          <i data-first="card" />
          <i data-first="card" />
        </div>
        <i data-first="panel" />
      </div>
    </div>
  );
}
