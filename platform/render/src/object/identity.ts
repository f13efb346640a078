import type { Track } from './track.ts';

/** Which stored application a document is rendered for; generated names and owner labels are made from it. */
export interface RenderIdentity {
  readonly appId: string;
  /** Stable number of each component, by name. */
  readonly componentIds?: Readonly<Record<string, number>>;
  /** Which track each component is on since its last blue-green update, by name. @default 'stable' */
  readonly tracks?: Readonly<Record<string, Track>>;
}
