import type { ReactNode } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import type { AuditSource } from './audit-source.ts';
import type { ChoiceGroup } from './ChoiceFilter.tsx';

/** Properties of the ActivityView: whose audit, and what it knows about the people and things in it. */
export interface ActivityViewProps {
  source: AuditSource;
  /** IANA zone in which days and times are told. */
  timeZone: string;
  /** People that the list can be filtered by. */
  people: readonly ChoiceGroup[];
  /** Things that the list can be filtered by. */
  things: readonly ChoiceGroup[];
  /** The page of what an entry is about; null where there is none. */
  addressOf: (row: AuditRow) => string | null;
  /** The first part of the name of the CSV file. */
  fileName: string;
  /** Where an entry belongs, on its line, where entries of several accounts stand together. */
  placeOf?: (row: AuditRow) => string;
  /** What else is known about an entry, below its changes. */
  more?: (row: AuditRow) => ReactNode;
}
