import { startTestCluster, type TestCluster, type TestClusterOptions } from '@kubemin/testing';
import { describe } from 'vitest';

/** Starts a cluster that everybody in it reaches in the same way. */
export type StartCluster = (
  options?: Omit<TestClusterOptions, 'transport' | 'controllersOver'>,
) => Promise<TestCluster>;

/** The same tests twice: controllers, nodes and the test itself in the process of the API server, and over the network. */
export function describeCluster(name: string, tests: (start: StartCluster) => void): void {
  describe.each(['loopback', 'http'] as const)(`${name} over %s`, (transport) => {
    tests((options) => startTestCluster({ ...options, transport, controllersOver: transport }));
  });
}
