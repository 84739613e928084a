import './content.css';

/** A drawn separator between two short texts of one line. */
export function Dot() {
  return <span className="content-dot" aria-hidden />;
}
