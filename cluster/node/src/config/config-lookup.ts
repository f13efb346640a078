/** What configuration is kept in. */
export type ConfigKind = 'configmap' | 'secret';

/** An object that a pod takes configuration from. */
export interface ConfigPlace {
  readonly kind: ConfigKind;
  readonly namespace: string;
  readonly name: string;
}

/** The configuration there is, as a node sees it. */
export interface ConfigLookup {
  /** The keys of an object; undefined where there is none. */
  keys(place: ConfigPlace): ReadonlySet<string> | undefined;
}

/** One text for each place. */
export function placeKey({ kind, namespace, name }: ConfigPlace): string {
  return `${kind}/${namespace}/${name}`;
}
