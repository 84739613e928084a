import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import css from './DesignLayer.module.css';
import { DesignLayer, type DesignLayerProps } from './DesignLayer.tsx';
import { DesignMark } from './DesignMark.tsx';
import { storyDesignQuery } from './design-query.ts';
import { useNear } from './use-near.ts';

/** Properties of a ListedDesign; `marked` adds what it asks as a small mark, where there is room. */
export interface ListedDesignProps extends Omit<DesignLayerProps, 'studio'> {
  storyId: string;
  marked?: boolean;
}

/** The design of a story whose row does not bring it: asked for once its place comes near the window. */
export function ListedDesign({ storyId, marked, ...layer }: ListedDesignProps) {
  const place = useRef<HTMLSpanElement>(null);
  const near = useNear(place);
  const { data: studio } = useQuery({ ...storyDesignQuery(storyId), enabled: near });
  return (
    <span ref={place} className={css.layer}>
      {studio ? <DesignLayer studio={studio} {...layer} /> : null}
      {studio && marked ? <DesignMark studio={studio} /> : null}
    </span>
  );
}
