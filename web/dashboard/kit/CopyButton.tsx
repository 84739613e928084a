import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './IconButton.tsx';

/** Copies a text; for two seconds it says 'Copied'. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <>
      <IconButton
        size="small"
        label={done ? 'Copied' : label}
        icon={done ? <Check /> : <Copy />}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setDone(true),
            () => setDone(false),
          )
        }
      />
      <span role="status" className="visually-hidden">
        {done ? 'Copied' : ''}
      </span>
    </>
  );
}
