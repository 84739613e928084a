import css from './WholePicture.module.css';

/** A picture of another shape in its thumbnail as people see it: whole, with itself blurred as bars. */
export function WholePicture({ src }: { src: string }) {
  return <img className={css.root} src={src} alt="" draggable={false} />;
}
