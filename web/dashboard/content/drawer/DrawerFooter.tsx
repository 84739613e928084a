import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './DrawerFooter.module.css';

/** Properties of the DrawerFooter. */
export interface DrawerFooterProps {
  isNew: boolean;
  saving: boolean;
  /** Whether what was sent is not answered yet. */
  sending: boolean;
  /** Why nothing can be saved now. */
  barred: string | undefined;
  onCancel: () => void;
  onSaveAsTest: () => void;
}

const onMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The ways to save a group; creators save it for approval, owners may publish it on test devices only. */
export function DrawerFooter({ isNew, saving, sending, barred, onCancel, onSaveAsTest }: DrawerFooterProps) {
  const { account, role, may } = useSession();
  const creator = role === 'story_creator';
  const noDevices = may('storyGroup.publish') && account.test_devices.length === 0;
  const noTest = may('storyGroup.publish') ? (noDevices ? t(refusalWords.NoTestDevices) : undefined) : permissionText;
  const label = creator
    ? t(contentWords.saveAsPassiveGroup)
    : isNew
      ? t(contentWords.createGroup)
      : t(contentWords.saveChanges);
  return (
    <>
      {noDevices && may('account.testDevices') ? (
        <p className={`${css.devices} t-small`}>
          {t(contentWords.addTestDevice, { a: (parts) => <Link to="/settings/test-devices">{parts}</Link> })}
        </p>
      ) : null}
      <Button
        className={css.save}
        icon={<FlaskConical className={css.flask} aria-hidden />}
        disabled={saving}
        disabledReason={noTest ?? barred}
        onClick={onSaveAsTest}
      >
        {t(contentWords.saveAsTestGroup)}
      </Button>
      <Button className={css.save} variant="quiet" data-push disabled={sending} onClick={onCancel}>
        {t(contentWords.cancel)}
      </Button>
      <Button className={css.save} type="submit" variant="primary" loading={saving} disabledReason={barred}>
        {label}
        <kbd className={css.saveKey} aria-hidden>
          {onMac ? '⌘↵' : t(contentWords.saveShortcut)}
        </kbd>
      </Button>
    </>
  );
}
