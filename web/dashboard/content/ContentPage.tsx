import './content.css';
import './card.css';
import { Lock } from 'lucide-react';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { permissionText } from '../shell/permission-text.ts';
import { useSession } from '../shell/session-context.tsx';
import { ContentView } from './ContentView.tsx';
import { NoApps } from './EmptyContent.tsx';

/** The page of the story groups of the chosen app and instance. */
export function Component() {
  const { app, instance, may } = useSession();
  if (app && instance && may('storyGroup.view')) return <ContentView app={app} instance={instance} />;
  return (
    <>
      <header className="content-head">
        <h1>Content</h1>
      </header>
      {app ? (
        <Card className="content-empty">
          <EmptyState art={<Lock size={32} aria-hidden />} title="You need permission" text={permissionText} />
        </Card>
      ) : (
        <NoApps />
      )}
    </>
  );
}
