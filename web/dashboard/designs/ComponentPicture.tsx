import { useMemo } from 'react';
import { flatten } from '#contracts/studio/flat.ts';
import { canvas, componentLists, listOf } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import css from './ComponentPicture.module.css';
import { DesignLayer } from './DesignLayer.tsx';

/** The most room that a component's picture takes, px. */
const room = { width: 112, height: 84 };

interface Lone {
  studio: Studio;
  size: { width: number; height: number };
}

/** A design of one component alone, upright in the corner of the canvas and shown all the time; null where it has none such. */
function lone(studio: Studio, id: string): Lone | null {
  const one = flatten(studio).find(({ component }) => component.id === id);
  if (!one) return null;
  const upright = { position: { x: 0, y: 0 }, rotation: 0, hidden: false };
  const only = { ...one.component, ...upright, ...('dot' in one.component ? { dot: null } : {}) };
  const none = Object.fromEntries(componentLists.map((list) => [list, []]));
  return { studio: { ...studio, ...none, [listOf[one.kind]]: [only] } as Studio, size: one.component.size };
}

/** A component of a design as a small picture, without the story around it; nothing where the design has it no more. */
export function ComponentPicture({ studio, componentId }: { studio: Studio; componentId: string }) {
  const drawn = useMemo(() => lone(studio, componentId), [studio, componentId]);
  if (!drawn) return null;
  const width = Math.min(drawn.size.width, canvas.width);
  const height = Math.min(drawn.size.height, canvas.height);
  const scale = Math.min(room.width / width, room.height / height, 1);
  return (
    <span className={css.frame} style={{ width: width * scale, height: height * scale }} aria-hidden>
      <span className={css.canvas} style={{ width: canvas.width * scale, height: canvas.height * scale }}>
        <DesignLayer studio={drawn.studio} src={null} width={room.width} />
      </span>
    </span>
  );
}
