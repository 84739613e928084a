import { groupStatus } from '#contracts/story-group/status.ts';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { PhoneFrame, PhoneNote } from '../../showcase/PhoneFrame.tsx';
import { t } from '../../words/t.ts';
import { testDevicesWords } from '../../words/test-devices.en.ts';
import css from './DeviceScreen.module.css';

/** So many covers fit on the screen. */
const most = 4;

/** What the test devices see of the chosen instance: test groups first, with their dashed ring, beside what is live. */
export function DeviceScreen() {
  const { app, instance } = useSession();
  const groups = instance?.story_groups ?? [];
  const tests = groups.filter(({ status }) => status === groupStatus.test);
  const live = groups.filter(({ status }) => status === groupStatus.active);
  const shown = [...tests, ...live].slice(0, most);
  return (
    <section className={css.root} aria-label={t(testDevicesWords.screen)}>
      <p className="t-small">{t(testDevicesWords.screen)}</p>
      <PhoneFrame framed small title={app?.title ?? t(testDevicesWords.yourApp)}>
        {shown.length > 0 ? (
          <ul className={css.groups} aria-label={t(testDevicesWords.groupsShown)}>
            {shown.map(({ id, title, icon, status }) => (
              <li key={id}>
                <Cover name={title} src={icon} size={44} state={status === groupStatus.test ? 'test' : 'active'} />
                <span className="truncate">{title}</span>
              </li>
            ))}
          </ul>
        ) : (
          <PhoneNote caption>{t(testDevicesWords.nothingToSee)}</PhoneNote>
        )}
      </PhoneFrame>
      {tests.length > 0 ? <p className="t-caption">{t(testDevicesWords.dashedRing)}</p> : null}
    </section>
  );
}
