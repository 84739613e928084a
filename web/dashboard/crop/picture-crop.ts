import type { Area } from 'react-easy-crop';

/** A picture as it was chosen, and the part of it (percent) that shows. */
export interface PictureCrop {
  whole: File;
  part: Area;
}

const croppable = ['image/jpeg', 'image/png', 'image/webp'];

/** Whether a part of a file can be made a picture of its own; what moves would stand still. */
export function isCroppable(file: Pick<File, 'type' | 'size'>): boolean {
  return croppable.includes(file.type) && file.size > 0;
}
