import type { ClusterAddress } from '@kubemin/testing';

/** Settings of the platform server under measurement. */
export interface ServerSettings {
  readonly directory: string;
  readonly token: string;
  readonly cluster: ClusterAddress;
}

/** Settings of the bare one: a file with the responses, by method and path. */
export interface BareSettings {
  readonly responses: string;
}
