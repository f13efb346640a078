import type { Message } from '@kubemin/base/message';
import type { Connection } from '../connection/index.ts';
import type { CommandContext } from '../terminal/index.ts';

/** What is looked at. */
export interface CheckContext {
  readonly context: CommandContext;
  /** The platform commands talk to; undefined when none could be found. */
  readonly connection: Connection | undefined;
  /** Why none could be found. */
  readonly absence: Message | undefined;
}

/** Input of a check whose platform responds. */
export interface ConnectedCheckContext extends CheckContext {
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
  | { readonly needs: 'nothing'; run(patient: CheckContext): Promise<Finding> }
  /** Skipped if no platform responds. */
  | { readonly needs: 'platform'; run(patient: ConnectedCheckContext): Promise<Finding> }
);
