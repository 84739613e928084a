import type { LucideIcon } from 'lucide-react';
import type { GivenStatus } from '../content/use-group-actions.ts';
import type { PaletteEntry } from './places.ts';

/** What the palette knows of a group that it acts on. */
export interface FoundGroup {
  id: string;
  title: string;
  status: number;
  app_id: string;
  instance_id: string;
  /** Where it lies, in a few words. */
  note: string;
}

/** What an act does: leads to an address, gives a group a status, or anything else. */
export type Does = { address: string } | { group: FoundGroup; status: GivenStatus } | { run: () => void };

/** Asks before a test group of this name is shown to everybody. */
export type AskLive = (title: string, onConfirm: () => void) => void;

/** Something that is done when it is chosen. */
export interface PaletteAct {
  key: string;
  kind: 'act';
  title: string;
  note: string;
  icon: LucideIcon;
  does: Does;
}

/** A line of the palette. */
export type PaletteLine = PaletteEntry | PaletteAct;

/** An act that needs no group, and the other words that people look for it by. */
export interface GeneralAct extends PaletteAct {
  words: string;
}
