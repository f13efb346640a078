import type { Text } from '@kubemin/model';
import type { Connection } from '../connection/connect.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** What is looked at. */
export interface Patient {
  readonly context: CommandContext;
  /** The platform commands talk to; undefined when none could be found. */
  readonly connection: Connection | undefined;
  /** Why none could be found. */
  readonly absence: Text | undefined;
}

/** A patient whose platform answers. */
export interface ReachablePatient extends Patient {
  readonly connection: Connection;
}

/** What a check found. */
export type Finding =
  | { readonly outcome: 'pass'; readonly found: Text }
  | { readonly outcome: 'warn' | 'fail'; readonly found: Text; readonly fix: Text }
  /** Could not be looked at, and why. */
  | { readonly outcome: 'skip'; readonly found: Text };

/** Looks at one thing that commonly goes wrong. It throws only by mistake: that counts as a failure. */
export type Check = { readonly name: string; readonly title: Text } & (
  | { readonly needs: 'nothing'; look(patient: Patient): Promise<Finding> }
  /** Skipped where no platform answers. */
  | { readonly needs: 'platform'; look(patient: ReachablePatient): Promise<Finding> }
);
