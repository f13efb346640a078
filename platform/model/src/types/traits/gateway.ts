import * as z from 'zod';
import { durationMs, repetitions } from '../../field/index.ts';
import { networkMessages } from '../../messages/index.ts';
import { ignoredField, reportBelow } from '../../problem/index.ts';
import type { CheckContext } from '../check-context.ts';
import { literalPathProblem, patternProblem } from '../http-route.ts';
import { expectSource } from '../reference.ts';
import { expectBackend } from '../route-backend.ts';
import { defineTrait } from '../trait.ts';
import { exclusiveRouteNames } from './exclusive-route-names.ts';
import { type GatewayEntry, gatewayEntry, gatewayProfile, routeBackends } from './gateway-entry.ts';

type Route = GatewayEntry['routes'][number];

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;

/** The rules of one entry beyond its schema. */
function checkGateway(entry: GatewayEntry, context: CheckContext): void {
  for (const [index, route] of entry.routes.entries()) {
    checkRoute(route, { ...context, report: reportBelow(context.report, ['routes', index]) });
  }
  const routeKey = ({ host = entry.hosts?.join() ?? '', path, pathType, methods, headers }: Route) =>
    JSON.stringify([host, path, pathType, methods.toSorted(), Object.entries(headers).toSorted()]);
  for (const { index } of repetitions(entry.routes, routeKey)) {
    context.report({
      path: ['routes', index],
      code: 'DUPLICATE_ROUTE',
      message: networkMessages.sameRequests,
      fix: networkMessages.sameRequestsFix,
      severity: 'warning',
    });
  }
  for (const [index, { secretName }] of (entry.tls ?? []).entries()) {
    expectSource(context, { kind: 'secret', name: secretName, path: ['tls', index, 'secretName'] });
  }
}

function checkRoute(route: Route, context: CheckContext): void {
  const { report } = context;
  const problem = route.pathType === 'regex' ? patternProblem(route.path) : literalPathProblem(route.path);
  if (problem !== undefined) report({ path: ['path'], ...problem });
  for (const name of Object.keys(route.headers)) {
    if (HEADER_NAME.test(name)) continue;
    const message = networkMessages.headerInvalid({ name });
    report({ path: ['headers', name], code: 'INVALID_ROUTE', message, fix: networkMessages.headerFormat });
  }
  checkDestination(route, context);
  checkRewrite(route, context);
  const { request, backend } = route.timeout ?? {};
  if (request === undefined || backend === undefined || durationMs(backend) <= durationMs(request)) return;
  const message = networkMessages.backendTimeout({ backend, request });
  report({
    path: ['timeout', 'backend'],
    code: 'INVALID_ROUTE',
    message,
    fix: networkMessages.backendTimeoutFix,
  });
}

function checkDestination(route: Route, context: CheckContext): void {
  const { redirect } = route;
  const backends = routeBackends(route);
  for (const { backend, path } of backends) expectBackend(context, { ...backend, path });
  if (backends.length === 0 && redirect === undefined) {
    const message = networkMessages.routeWithoutTarget;
    context.report({
      path: ['backends'],
      code: 'MISSING_SERVICE_NAME',
      message,
      fix: networkMessages.routeWithoutTargetFix,
    });
  } else if (backends.length > 0 && redirect !== undefined) {
    const message = networkMessages.redirectWithBackend;
    context.report({ path: ['redirect'], code: 'INVALID_ROUTE', message, fix: networkMessages.redirectWithBackendFix });
  } else if (redirect === undefined && backends.every(({ backend }) => backend.weight === 0)) {
    const message = networkMessages.weightsZero;
    context.report({ path: ['backends'], code: 'INVALID_ROUTE', message, fix: networkMessages.weightsZeroFix });
  }
}

function checkRewrite({ rewrite, redirect, path, pathType }: Route, { report }: CheckContext): void {
  if (rewrite === undefined) return;
  if (redirect !== undefined) report(ignoredField(['rewrite'], networkMessages.redirected));
  const { type, match } = rewrite;
  if (type !== 'regex') {
    if (match !== undefined) report(ignoredField(['rewrite', 'match'], networkMessages.patternOnlyRegex));
    if (type === 'prefix' && pathType === 'regex') {
      const message = networkMessages.prefixOfPattern({ path });
      report({ path: ['rewrite', 'type'], code: 'INVALID_ROUTE', message, fix: networkMessages.prefixOfPatternFix });
    }
    return;
  }
  const problem = match === undefined ? undefined : patternProblem(match);
  if (problem !== undefined) report({ path: ['rewrite', 'match'], ...problem });
}

/** Ways in from outside, in words that hold for every kind of gateway a cluster may have. */
export const gateway = defineTrait({
  summary: 'Hosts and routes under which the outside reaches services, for whatever gateway the cluster has.',
  schema: z.array(gatewayEntry).max(100),
  profile: { kind: 'gateway', schema: gatewayProfile },
  exclusiveNames: exclusiveRouteNames,
  fits: ({ serves }) => serves !== undefined,
  check: (entries, context) => {
    for (const [index, entry] of entries.entries()) {
      checkGateway(entry, { ...context, report: reportBelow(context.report, [index]) });
    }
    for (const { index, key } of repetitions(entries, (entry) => entry.name)) {
      context.report({
        path: [index, 'name'],
        code: 'DUPLICATE_INGRESS',
        message: networkMessages.gatewayNameTaken({ name: key }),
        fix: networkMessages.entryNameFix,
      });
    }
  },
});
