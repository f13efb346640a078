import type { Labels, Sharing } from '../object/index.ts';
import type { TraitContext } from './trait-renderer.ts';

/** What a trait that concerns every object of a component may look at; the component need not have a pod. */
export type DecorationContext<Data> = Pick<
  TraitContext<Data>,
  'data' | 'path' | 'component' | 'namespace' | 'appId' | 'settings'
>;

/** What a trait adds to every object of its component, those of other traits included. */
export interface Decoration {
  readonly labels?: Labels;
  readonly annotations?: Labels;
  /** The last trait that sets it decides. */
  readonly share?: Sharing;
}

/** Joins the decorations of several traits, in processing order. */
export function joinDecorations(decorations: readonly Decoration[]): Decoration {
  const share = decorations.findLast((decoration) => decoration.share !== undefined)?.share;
  return {
    labels: Object.fromEntries(decorations.flatMap(({ labels = {} }) => Object.entries(labels))),
    annotations: Object.fromEntries(decorations.flatMap(({ annotations = {} }) => Object.entries(annotations))),
    ...(share === undefined ? {} : { share }),
  };
}
