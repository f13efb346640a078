import { type ApiHandler, isJsonObject } from '@kubemin/kubeapi';
import { startTestCluster, type TestCluster, type TestClusterOptions } from '@kubemin/testing';
import { afterAll, describe, expect } from 'vitest';
import { nonStandard } from './standard-request.ts';

/** Starts a cluster in which all parts use the same transport. */
export type StartCluster = (
  options?: Omit<TestClusterOptions, 'transport' | 'controllersOver' | 'controllersAs' | 'aroundControllers'>,
) => Promise<TestCluster>;

const TRANSPORTS = ['loopback', 'http'] as const;
const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** Suites that use the network in the short form too: between them they list, watch, patch, delete and sign as all others do. */
const OVER_NETWORK: readonly string[] = [
  'a Deployment',
  'StatefulSets',
  'garbage collection',
  'a request for the certificate of a node',
  'what nodes use',
];

/**
 * The same tests twice: controllers, nodes and the test itself in the process of the API server, and over the network.
 * The latter takes several times as long, so that the short form does it for some suites only.
 * Each controller has the rights that every Kubernetes gives it, and no others; one that it misses fails the tests, and
 * so does a request that only our own API server would understand, also where the controller gets over it.
 */
export function describeCluster(name: string, tests: (start: StartCluster) => void): void {
  const transports = TRANSPORTS.filter((each) => each === 'loopback' || FULL || OVER_NETWORK.includes(name));
  describe.each(transports)(`${name} over %s`, (transport) => {
    const faults = new Set<string>();
    const aroundControllers = (handler: ApiHandler): ApiHandler => recordMissingRights(handler, faults);
    const way = { transport, controllersOver: transport, controllersAs: 'themselves', aroundControllers } as const;
    tests((options) => startTestCluster({ ...options, ...way }));
    afterAll(() => expect([...faults]).toEqual([]));
  });
}

/** The error texts of RBAC and of the rules for nodes; quotas and terminating namespaces have others. */
const MISSING_RIGHT = /cannot \S+ (resource|path)|is forbidden: (node |is not allowed|can only )/;

function recordMissingRights(handler: ApiHandler, faults: Set<string>): ApiHandler {
  return async (request) => {
    const strange = nonStandard(request);
    if (strange !== undefined) faults.add(`not in the Kubernetes API: ${strange}`);
    const response = await handler(request);
    const message = response.kind === 'object' && isJsonObject(response.object) ? String(response.object.message) : '';
    if (response.status === 403 && MISSING_RIGHT.test(message)) faults.add(message);
    return response;
  };
}
