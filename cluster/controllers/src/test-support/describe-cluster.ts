import { type ApiHandler, isJsonObject } from '@kubemin/kubeapi';
import { startTestCluster, type TestCluster, type TestClusterOptions } from '@kubemin/testing';
import { afterAll, describe, expect } from 'vitest';
import { nonStandard } from './standard-request.ts';

/** Starts a cluster in which all parts use the same transport. */
export type StartCluster = (
  options?: Omit<TestClusterOptions, 'transport' | 'controllersOver' | 'controllersAs' | 'aroundControllers'>,
) => Promise<TestCluster>;

/**
 * The same tests twice: controllers, nodes and the test itself in the process of the API server, and over the network.
 * Each controller has the rights that every Kubernetes gives it, and no others; one that it misses fails the tests, and
 * so does a request that only our own API server would understand, also where the controller gets over it.
 */
export function describeCluster(name: string, tests: (start: StartCluster) => void): void {
  describe.each(['loopback', 'http'] as const)(`${name} over %s`, (transport) => {
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
