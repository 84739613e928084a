import type { Studio } from '#contracts/studio/shape.ts';
import type { AnsweredComponent } from './sample-looks.ts';

/** A component in its picture, with what lies below it: the color and the picture of its story, and how that is laid. */
export interface PicturedComponent {
  one: AnsweredComponent;
  story: Pick<Studio, 'background' | 'medium'> & { src: string | null };
  /** Read aloud. */
  name: string;
}

/** Fields of a component that its picture does not show: it is upright, and the only one. */
const unseen = new Set(['rotation', 'z_index', 'start_time', 'end_time', 'name', 'locked', 'hidden']);

/** Whether a picture would show the same: also of where the component lies, since its story is seen around it. */
export const isSamePicture = (before: PicturedComponent, after: PicturedComponent): boolean => {
  const [was, is] = [before.one.component, after.one.component];
  const [had, has] = [before.story, after.story];
  if (had.background !== has.background || had.medium !== has.medium || had.src !== has.src) return false;
  if (before.name !== after.name) return false;
  if (was.position.x !== is.position.x || was.position.y !== is.position.y) return false;
  if (was.size.width !== is.size.width || was.size.height !== is.size.height) return false;
  return Object.entries(is).every(
    ([field, value]) =>
      field === 'size' || field === 'position' || unseen.has(field) || was[field as keyof typeof was] === value,
  );
};

/** A component where it lay when all last stood still: while it is dragged, its picture need not follow each step. */
export function whereItLay<One extends AnsweredComponent>(one: One, calm: readonly AnsweredComponent[]): One {
  const lay = calm.find(({ component }) => component.id === one.component.id);
  return lay ? { ...one, component: { ...one.component, position: lay.component.position } } : one;
}
