import type { Studio } from '../studio/shape.ts';
import type { TemplateCategory } from './categories.ts';
import type { TemplateEvent } from './events.ts';

/** What a template holds; pictures of its design are keys of the file store. */
export interface TemplateContent {
  title: string;
  category: TemplateCategory;
  studio: Studio;
}
export interface TemplateState extends Omit<TemplateContent, 'studio'> {
  id: string;
  phase: 'none' | 'kept' | 'deleted';
  account_id: string;
  /** Who made it. */
  user_id: string;
  /** Null before there is one. */
  studio: Studio | null;
}
export const initialTemplate = (id: string): TemplateState => ({
  id,
  phase: 'none',
  account_id: '',
  user_id: '',
  title: '',
  category: 'sale',
  studio: null,
});
/** Folds one event into a template; an event it does not know changes nothing. */
export const evolveTemplate = (state: TemplateState, event: TemplateEvent): TemplateState => {
  switch (event.type) {
    case 'TemplateAdded':
      return { ...state, ...event.data, phase: 'kept' };
    case 'TemplateChanged':
      return { ...state, ...event.data };
    case 'TemplateDeleted':
      return { ...state, phase: 'deleted' };
    default:
      return state;
  }
};
