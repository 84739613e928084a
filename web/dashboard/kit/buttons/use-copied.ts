import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const shownMs = 2000;

/** Copies a text to the clipboard; `copied` is true for two seconds after that. */
export const useCopied = (): { copied: boolean; copy: (text: string) => void } => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (text: string) => void copyText(text).then(setCopied);
  return { copied, copy };
};
