import { ArrowLeft, FlaskConical, Hourglass, ImageOff, Pin, Play, Plus, SlidersHorizontal, Upload } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'react-router';
import { groupBadge, groupReasonAt, groupStatus, isGroupActive } from '#contracts/story-group/status.ts';
import { ConfirmLive } from '../content/ConfirmLive.tsx';
import { statusOffers } from '../gates/status-offers.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { ButtonLink } from '../kit/buttons/ButtonLink.tsx';
import { Tabs } from '../kit/buttons/Tabs.tsx';
import { Switch } from '../kit/fields/Switch.tsx';
import { Tooltip } from '../kit/overlays/Tooltip.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { LabelChip } from '../kit/text/LabelChip.tsx';
import { permissionText } from '../shell/session/permission-text.ts';
import { useSession } from '../shell/session/session-value.ts';
import { groupWords } from '../words/group.en.ts';
import { studioEntryWords } from '../words/studio-entry.en.ts';
import { t } from '../words/t.ts';
import { RangePicker } from './analytics/RangePicker.tsx';
import { BackNav } from './BackNav.tsx';
import { lacking } from './delivery.ts';
import css from './GroupHeader.module.css';
import groupParts from './GroupParts.module.css';
import type { GroupDetail } from './group-queries.ts';
import { useGroupRights } from './group-rights.ts';
import historyParts from './history/HistoryParts.module.css';
import { StoriesToolbar } from './stories/StoriesToolbar.tsx';
import { windowText } from './stories/story-facts.ts';
import { studioAddress } from './studio-address.ts';
import { useGroupPlace } from './use-group-place.ts';
import { type GroupTab, useGroupSearch } from './use-group-search.ts';
import { useGroupSwitch } from './use-group-switch.ts';

const FiguresCsv = lazy(async () => ({ default: (await import('./analytics/FiguresCsv.tsx')).FiguresCsv }));

function StatusBadge({ group }: { group: GroupDetail }) {
  const { status } = group;
  if (status === groupStatus.passive)
    return (
      <Badge kind="waiting" icon={<Hourglass aria-hidden />}>
        {t(groupWords.waitingForApproval)}
      </Badge>
    );
  if (status === groupStatus.test)
    return (
      <Badge kind="test" icon={<FlaskConical aria-hidden />}>
        {t(groupWords.testGroup)}
      </Badge>
    );
  const lacks = isGroupActive(status) ? lacking(group, Date.now() / 1000) : null;
  if (lacks)
    return (
      <Badge kind="waiting" icon={<ImageOff aria-hidden />}>
        {lacks}
      </Badge>
    );
  const reason = groupReasonAt(group, Date.now() / 1000);
  return (
    <>
      <Badge kind={isGroupActive(status) ? 'active' : 'inactive'}>{t(groupBadge(status))}</Badge>
      {reason ? <span className="t-small">{t(reason)}</span> : null}
    </>
  );
}

const labelsShown = 3;

function Labels({ segments }: { segments: readonly (readonly string[])[] }) {
  const labels = [...new Set(segments.flat())];
  const rest = labels.slice(labelsShown);
  return (
    <>
      {labels.slice(0, labelsShown).map((label) => (
        <LabelChip key={label}>{label}</LabelChip>
      ))}
      {rest.length ? (
        <Tooltip text={rest.join(', ')}>
          <span className="t-caption num">+{rest.length}</span>
        </Tooltip>
      ) : null}
    </>
  );
}

function Actions({ group }: { group: GroupDetail }) {
  const { apps } = useSession();
  const rights = useGroupRights(group);
  const { open } = useGroupSearch();
  const toggle = useGroupSwitch(group);
  const [asking, setAsking] = useState(false);
  const instance = apps.find((one) => one.id === group.app_id)?.instances.find((one) => one.id === group.instance_id);
  const publish = rights.publish ? undefined : permissionText;
  const edit = rights.edit ? undefined : permissionText;
  const active = group.status === groupStatus.active;
  return (
    <div className={css.actions}>
      {group.status === groupStatus.passive ? (
        <Button variant="accent" disabledReason={publish} onClick={() => toggle(true)}>
          {t(groupWords.approve)}
        </Button>
      ) : (
        <Switch
          checked={active}
          label={t(groupWords.activeSwitch, { title: group.title })}
          disabledReason={publish ?? statusOffers(group, rights).activate?.reason}
          onChange={(on) => (on && group.status === groupStatus.test ? setAsking(true) : toggle(on))}
        />
      )}
      <ConfirmLive
        titles={asking ? [group.title] : []}
        onClose={() => setAsking(false)}
        onConfirm={() => toggle(true)}
      />
      <Button icon={<SlidersHorizontal aria-hidden />} disabledReason={edit} onClick={() => open({ edit: 'details' })}>
        <span className={css.word}>{t(groupWords.editDetails)}</span>
      </Button>
      {instance ? (
        <ButtonLink href={`/showcase/${instance.token}?group=${group.id}`} target="_blank" rel="noopener">
          <Play aria-hidden />
          <span className={css.word}>
            {t(groupWords.preview, { hidden: (parts) => <span className="visually-hidden">{parts}</span> })}
          </span>
        </ButtonLink>
      ) : null}
      <Button icon={<Upload aria-hidden />} disabledReason={edit} onClick={() => open({ create: '1' })}>
        <span className={css.word}>{t(studioEntryWords.uploadFiles)}</span>
      </Button>
      <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={edit} to={studioAddress(group, 'new')}>
        <span className={css.word}>{t(groupWords.createStory)}</span>
      </Button>
    </div>
  );
}

/** The head of the page: where the group stands, what it is, what can be done, and its tabs. */
export function GroupHeader(props: { group: GroupDetail; tab: GroupTab; changes: number | undefined }) {
  const { group, tab, changes } = props;
  const { apps, timeZone } = useSession();
  const { look } = useGroupRights(group);
  const instance = apps.find((one) => one.id === group.app_id)?.instances.find((one) => one.id === group.instance_id);
  const { addressOf, back } = useGroupPlace(group);
  const facts = [
    t(groupWords.storyCount, { count: group.stories.length }),
    windowText(timeZone, group.ts_start, group.ts_end),
  ];
  if (group.creator) facts.push(t(groupWords.createdBy, { creator: group.creator }));
  const coverState =
    group.status === groupStatus.active ? 'active' : group.status === groupStatus.test ? 'test' : 'inactive';
  return (
    <header className={groupParts.head}>
      <BackNav>
        <Link to={back.address}>
          <ArrowLeft size={14} strokeWidth={2} aria-hidden />
          {back.label}
        </Link>
        {instance ? (
          <>
            <span aria-hidden className={css.slash} />
            <span className="truncate">{instance.title}</span>
          </>
        ) : null}
      </BackNav>
      <div className={groupParts.titleRow}>
        <Cover name={group.title} src={group.icon} size={56} state={coverState} />
        <div className={css.title}>
          <div className={css.name}>
            <h1 className="truncate">{group.title}</h1>
            {group.pinned ? (
              <Tooltip text={t(groupWords.pinned)}>
                <span className={css.pin}>
                  <Pin size={16} aria-hidden />
                  <span className="visually-hidden">{t(groupWords.pinned)}</span>
                </span>
              </Tooltip>
            ) : null}
            <StatusBadge group={group} />
            <Labels segments={group.segments} />
          </div>
          <p className={historyParts.facts}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        <Actions group={group} />
      </div>
      <div className={groupParts.tabs}>
        <Tabs
          label={t(groupWords.tabs)}
          items={[
            {
              to: addressOf('stories'),
              label: t(groupWords.stories),
              count: group.stories.length,
              active: tab === 'stories',
            },
            { to: addressOf('analytics'), label: t(groupWords.analytics), active: tab === 'analytics' },
            {
              to: addressOf('history'),
              label: t(groupWords.history),
              count: changes,
              active: tab === 'history',
            },
          ]}
        />
        <div className={css.tools}>
          {tab === 'stories' ? <StoriesToolbar stories={group.stories} /> : null}
          {tab === 'analytics' ? <RangePicker named /> : null}
          <LazyPart>{tab === 'analytics' && look ? <FiguresCsv group={group} /> : null}</LazyPart>
        </div>
      </div>
    </header>
  );
}
