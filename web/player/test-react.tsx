// A page that shows the stories by React, for the tests: `?raw` writes the element itself, else our component does.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { StoryRail } from './react/story-rail.tsx';

declare global {
  interface Window {
    told: string[];
  }
}

const query = new URLSearchParams(window.location.search);
const origin = query.get('sdk')!;
window.told = [];

function Shop() {
  const [consent, setConsent] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setConsent(!consent)}>
        {consent ? 'Withdraw' : 'Agree'}
      </button>
      {query.has('raw') ? (
        <story-rail token="tok" viewer-id="me" consent={consent} />
      ) : (
        <StoryRail
          token="tok"
          viewerId="me"
          consent={consent}
          script={`${origin}/sdk/v1/player.js`}
          onOpen={({ group_id }) => window.told.push(`open ${group_id}`)}
          onClose={({ group_id }) => window.told.push(`close ${group_id}`)}
        />
      )}
    </main>
  );
}

const load = () =>
  new Promise<void>((done) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = `${origin}/sdk/v1/player.js`;
    script.addEventListener('load', () => done());
    document.head.append(script);
  });

// The player may have loaded before React draws, or may come after.
if (query.get('raw') === 'first') await load();
createRoot(document.getElementById('root')!).render(<Shop />);
if (query.get('raw') === 'last') setTimeout(load);
