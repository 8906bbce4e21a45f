import type { TakenDecision } from '../index';
import { showTime } from './show-time';

const said = { approve: 'approved', reject: 'rejected', ask: 'asked about', edit: 'changed' } as const;

/** A decision that counts and is not carried out yet. */
export const countedWords = ({ decision, by, decidedMs, parked }: TakenDecision): string =>
  `${said[decision]} by ${by} at ${showTime(decidedMs)}; ${parked ? 'carried out when a named person resumes the run' : 'being carried out'}`;

/** The command that has a stopped run carry it out. */
export const carryOutCommand = (turnKey: string, { decision }: TakenDecision): string =>
  `turnkeep run resume ${turnKey}${decision === 'approve' ? ' --money --as NAME' : ''}`;
