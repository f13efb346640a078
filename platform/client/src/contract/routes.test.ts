import { describe, expect, test } from 'vitest';
import { createPlatformClient } from '../connection/platform-client.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { type Route, routePath } from './route.ts';
import { routes } from './routes.ts';

describe('the route table', () => {
  test('no two routes share a method and a path', () => {
    const lines = Object.values(routes).map((route) => `${route.method} ${route.path}`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('the parameters of each path are the keys of its params schema', () => {
    for (const route of Object.values(routes)) {
      const inPath = [...route.path.matchAll(/:([a-zA-Z]+)/g)].map((match) => match[1]);
      expect(Object.keys(route.params.shape), route.path).toEqual(inPath);
    }
  });

  test('the client has a method for every route', () => {
    const methods = Object.keys(createPlatformClient({ url: 'http://127.0.0.1:1' }));
    const followed: Readonly<Record<string, string>> = { taskEvents: 'followRun', liveEvents: 'followEvents' };
    // Sockets have protocols of their own.
    const called = Object.entries<Route>(routes).filter(([, { response }]) => response.encoding !== 'socket');
    const expected = called.map(([name]) => followed[name] ?? name);
    expect(methods.sort()).toEqual(expected.sort());
  });

  test('parameters are percent-encoded into the path', () => {
    expect(routePath(routes.getApplication, { appId: 'a/../b?c' })).toBe('/api/v1/applications/a%2F..%2Fb%3Fc');
  });

  test('a missing or empty parameter is refused before anything is sent', () => {
    expect(() => routePath(routes.getApplication, {})).toThrow('needs a value for appId');
    expect(() => routePath(routes.getApplication, { appId: '' })).toThrow('needs a value for appId');
  });
});

test('every error has a business code of its own', () => {
  const codes = Object.values(errorCatalogue).map((entry) => entry.code);
  expect(new Set(codes).size).toBe(codes.length);
});
