import '../kit/button.css';
import { Play, Plus } from 'lucide-react';
import { Button } from '../kit/Button.tsx';
import { permissionText } from '../shell/permission-text.ts';
import { useSession } from '../shell/session-context.tsx';
import { InstancePicker } from './InstancePicker.tsx';

/** The head of the page: title, instance, the preview and, unless the page itself offers it, the button that adds a group. */
export function ContentHead({ count, onAdd }: { count: number | undefined; onAdd: (() => void) | undefined }) {
  const { app, instance, selectInstance, may } = useSession();
  return (
    <header className="content-head">
      <h1>Content</h1>
      {app && instance ? (
        <InstancePicker instances={app.instances} chosen={instance} count={count} onChoose={selectInstance} />
      ) : null}
      <div className="content-head-acts">
        {instance ? (
          <a
            className="sr-button"
            data-variant="secondary"
            data-size="medium"
            href={`/showcase/${instance.token}`}
            target="_blank"
            rel="noopener"
          >
            <Play aria-hidden />
            Preview in app
            <span className="visually-hidden">, opens a new tab</span>
          </a>
        ) : null}
        {onAdd ? (
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            onClick={onAdd}
            disabledReason={may('storyGroup.edit') ? undefined : permissionText}
          >
            Add story group
          </Button>
        ) : null}
      </div>
    </header>
  );
}
