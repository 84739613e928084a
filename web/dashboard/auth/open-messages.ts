import { createContext, useContext } from 'react';

/** Says a text to whoever has a page without a session open; null says nothing. */
export type Tell = (text: string | null, type: 'success' | 'error') => void;

/** Where those pages leave what they say. */
export const OpenMessages = createContext<Tell>(() => undefined);

/** What a page without a session says things with. */
export const useTell = (): Tell => useContext(OpenMessages);
