import type { Message } from '@kubemin/base/message';
import type { Connection } from '../connection/connect.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** What is looked at. */
export interface Patient {
  readonly context: CommandContext;
  /** The platform commands talk to; undefined when none could be found. */
  readonly connection: Connection | undefined;
  /** Why none could be found. */
  readonly absence: Message | undefined;
}

/** A patient whose platform answers. */
export interface ReachablePatient extends Patient {
  readonly connection: Connection;
}

/** What a check found. */
export type Finding =
  | { readonly outcome: 'pass'; readonly found: Message }
  | { readonly outcome: 'warn' | 'fail'; readonly found: Message; readonly fix: Message }
  /** Could not be looked at, and why. */
  | { readonly outcome: 'skip'; readonly found: Message };

/** Looks at one thing that commonly goes wrong. It throws only by mistake: that counts as a failure. */
export type Check = { readonly name: string; readonly title: Message } & (
  | { readonly needs: 'nothing'; look(patient: Patient): Promise<Finding> }
  /** Skipped where no platform answers. */
  | { readonly needs: 'platform'; look(patient: ReachablePatient): Promise<Finding> }
);
