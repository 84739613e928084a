import {
  AppWindow,
  CalendarDays,
  ChartLine,
  CircleHelp,
  CreditCard,
  FileText,
  Gift,
  House,
  Layers,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Radio,
  ScrollText,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react';
import { groupBadge, groupStatus, isGroupActive } from '#contracts/story-group/status.ts';
import { AppIcon } from '../kit/pictures/Avatar.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { StoryThumb } from '../kit/pictures/StoryThumb.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { t } from '../words/t.ts';
import type { PaletteLine } from './acts.ts';
import css from './PlaceRow.module.css';
import type { PaletteEntry } from './places.ts';

/** The icons of pages by address, those of the bars where a page stands there too. */
const pageIcons: Readonly<Record<string, LucideIcon>> = {
  '/home': House,
  '/content': LayoutGrid,
  '/content/calendar': CalendarDays,
  '/content?deleted=1': Trash2,
  '/analytics': ChartLine,
  '/analytics/live': Radio,
  '/activity': ScrollText,
  '/settings/user': UserRound,
  '/settings/apps': AppWindow,
  '/settings/payment': CreditCard,
  '/settings/refferal': Gift,
  '/help': CircleHelp,
  '/admin': ShieldCheck,
  '/logout': LogOut,
};

function Tile({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className={css.tile}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

function Picture({ place: { kind, title, picture, seed, status, address } }: { place: PaletteEntry }) {
  if (kind === 'app') return <AppIcon title={title} src={picture} seed={seed} size={28} />;
  if (kind === 'story_group')
    return <Cover name={title} src={picture} size={30} state={status === groupStatus.active ? 'active' : 'inactive'} />;
  if (kind === 'story') return <StoryThumb src={picture} width={18} />;
  return <Tile icon={kind === 'instance' ? Layers : (pageIcons[address] ?? FileText)} />;
}

/** The inside of one line: its picture, its name, where it lies, and whether a group or story is live. */
export function PlaceRow({ line }: { line: PaletteLine }) {
  const status = line.kind === 'act' ? null : line.status;
  return (
    <>
      <span className={css.picture}>{line.kind === 'act' ? <Tile icon={line.icon} /> : <Picture place={line} />}</span>
      <span className={css.text}>
        <span className={`${css.name} truncate`}>{line.title}</span>
        {line.note ? <span className="t-caption truncate">{line.note}</span> : null}
      </span>
      {status === null ? null : (
        <Badge kind={isGroupActive(status) ? 'active' : 'inactive'}>{t(groupBadge(status))}</Badge>
      )}
    </>
  );
}
