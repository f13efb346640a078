import type { ClusterAddress } from '@kubemin/testing';

/** What the platform server under measurement is told. */
export interface ServerSettings {
  readonly directory: string;
  readonly token: string;
  readonly cluster: ClusterAddress;
}

/** What the bare one is told: a file with what to answer, by method and path. */
export interface BareSettings {
  readonly responses: string;
}
