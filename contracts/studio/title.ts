import type { FlatComponent } from './flat.ts';

/** What a component says of itself: its own name, else its words; '' where it has none. */
export const componentSays = ({ component }: Pick<FlatComponent, 'component'>): string =>
  [
    component.name,
    'question' in component ? component.question : '',
    'title' in component ? component.title : '',
    'text' in component ? component.text : '',
    'button_text' in component ? component.button_text : '',
    'alt' in component ? component.alt : '',
  ].find((words) => words.trim() !== '') ?? '';
