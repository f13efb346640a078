import { expect, test } from 'vitest';
import { defaultPodSpec } from './pod-defaults.ts';

test('fields of the pod in volumes are of v1, and tokens are valid for an hour', () => {
  const fieldRef = { fieldPath: 'metadata.name' };
  const { volumes } = defaultPodSpec({
    containers: [],
    volumes: [
      { name: 'a', downwardAPI: { items: [{ path: 'name', fieldRef }] } },
      {
        name: 'b',
        projected: {
          sources: [
            { downwardAPI: { items: [{ path: 'name', fieldRef }] } },
            { serviceAccountToken: { path: 'token' } },
          ],
        },
      },
    ],
  });
  const items = [{ path: 'name', fieldRef: { apiVersion: 'v1', ...fieldRef } }];
  expect(volumes).toEqual([
    { name: 'a', downwardAPI: { items, defaultMode: 0o644 } },
    {
      name: 'b',
      projected: {
        sources: [{ downwardAPI: { items } }, { serviceAccountToken: { path: 'token', expirationSeconds: 3600 } }],
        defaultMode: 0o644,
      },
    },
  ]);
});
