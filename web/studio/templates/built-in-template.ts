import type { Studio } from '#contracts/studio/shape.ts';
import type { TemplateCategory } from '#contracts/template/categories.ts';
import type { Message } from '#contracts/words/define.ts';

/** A design that comes with the product. */
export interface BuiltInTemplate {
  id: string;
  category: TemplateCategory;
  title: Message;
  /** The address of its picture, which fills the canvas; null: a plain color does. */
  picture: string | null;
  /** Pictures of components are addresses of the page's own files, which become uploads of the account that uses it. */
  studio: Studio;
}
