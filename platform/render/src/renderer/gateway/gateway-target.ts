import type { Message } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import type { DocumentPath, GatewayEntry } from '@kubemin/model';
import type { GatewayOptions, GatewayTargetName } from '../../object/index.ts';

/** One route of an entry. */
export type GatewayRoute = GatewayEntry['routes'][number];

/** A backend of a route. */
export type GatewayBackend = GatewayRoute['backends'][number];

/** What an entry is rendered with. */
export interface GatewayContext<Options> {
  readonly entry: GatewayEntry;
  readonly name: string;
  readonly namespace: string;
  readonly options: Options;
  /** The Service behind a backend. */
  service(backend: GatewayBackend): { readonly name: string; readonly port: number };
  /** Reports what this kind of gateway cannot do; the path starts at the entry. Nothing is ever dropped in silence. */
  refuse(path: DocumentPath, reason: Message): void;
}

/** Turns entries of the gateway trait into objects of one kind of gateway. */
export interface GatewayTarget<K extends GatewayTargetName> {
  objects(context: GatewayContext<GatewayOptions[K]>): readonly KubeObject[];
}
