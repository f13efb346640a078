import { type ApiHandler, isJsonObject } from '@kubemin/kubeapi';
import { startTestCluster, type TestCluster, type TestClusterOptions } from '@kubemin/testing';
import { afterAll, describe, expect } from 'vitest';
import { nonStandard } from './standard-request.ts';

/** Starts a cluster that everybody in it reaches in the same way. */
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
    const aroundControllers = (handler: ApiHandler): ApiHandler => noting(handler, faults);
    const way = { transport, controllersOver: transport, controllersAs: 'themselves', aroundControllers } as const;
    tests((options) => startTestCluster({ ...options, ...way }));
    afterAll(() => expect([...faults]).toEqual([]));
  });
}

/** What RBAC and the rules for nodes say when they refuse; quotas and namespaces that end refuse in other words. */
const MISSING_RIGHT = /cannot \S+ (resource|path)|is forbidden: (node |is not allowed|can only )/;

function noting(handler: ApiHandler, faults: Set<string>): ApiHandler {
  return async (request) => {
    const strange = nonStandard(request);
    if (strange !== undefined) faults.add(`not in the Kubernetes API: ${strange}`);
    const answer = await handler(request);
    const said = answer.kind === 'object' && isJsonObject(answer.object) ? String(answer.object.message) : '';
    if (answer.status === 403 && MISSING_RIGHT.test(said)) faults.add(said);
    return answer;
  };
}
