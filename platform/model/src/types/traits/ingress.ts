import * as z from 'zod';
import { repetitions } from '../../field/index.ts';
import { networkMessages } from '../../messages/index.ts';
import { ignoredField, reportBelow } from '../../problem/index.ts';
import type { CheckContext } from '../check-context.ts';
import { literalPathProblem, patternProblem } from '../http-route.ts';
import { expectSource } from '../reference.ts';
import { expectBackend } from '../route-backend.ts';
import { defineTrait } from '../trait.ts';
import { exclusiveRouteNames } from './exclusive-route-names.ts';
import { type IngressEntry, ingressEntry, ingressProfile } from './ingress-entry.ts';

type Route = IngressEntry['routes'][number];

const REWRITE_TARGET = 'nginx.ingress.kubernetes.io/rewrite-target';

/** The rules of one entry beyond its schema. */
function checkIngress(entry: IngressEntry, context: CheckContext): void {
  for (const index of entry.routes.keys()) checkRoute(entry, index, context);
  checkRepeatedRoutes(entry, context);
  checkCertificates(entry, context);
  checkNamespace(entry, context);
}

function checkRoute(entry: IngressEntry, index: number, context: CheckContext): void {
  const route = entry.routes[index];
  if (route === undefined) return;
  const at = ['routes', index];
  const problem = isPattern(route, entry) ? patternProblem(route.path) : literalPathProblem(route.path);
  if (problem !== undefined) context.report({ path: [...at, 'path'], ...problem });
  expectBackend(context, { ...route.backend, path: [...at, 'backend'] });
  for (const name of ['weight', 'headers'] as const) {
    if (route.backend[name] === undefined) continue;
    context.report(ignoredField([...at, 'backend', name], networkMessages.notInIngress, networkMessages.useGateway));
  }
  checkRewrite(entry, [...at, 'rewrite'], route.rewrite, context);
}

function isPattern(route: Route, entry: IngressEntry): boolean {
  return (
    (route.pathType ?? entry.defaultPathType) === 'ImplementationSpecific' || route.rewrite?.type === 'regexReplace'
  );
}

function checkRewrite(
  { annotations = {}, ingressClassName }: IngressEntry,
  path: readonly (string | number)[],
  rewrite: Route['rewrite'],
  { report }: CheckContext,
): void {
  if (rewrite === undefined) return;
  const { type, match } = rewrite;
  if (annotations[REWRITE_TARGET] !== undefined) {
    report(ignoredField(path, networkMessages.annotationWins({ annotation: REWRITE_TARGET })));
  }
  if (match !== undefined && type !== 'regexReplace') {
    report(ignoredField([...path, 'match'], networkMessages.patternOnlyRegexReplace));
  } else if (match !== undefined) {
    const problem = patternProblem(match) ?? (/^\^?\//.test(match) ? undefined : unanchored(match));
    if (problem !== undefined) report({ path: [...path, 'match'], ...problem });
  }
  if (ingressClassName === undefined || ingressClassName.includes('nginx')) return;
  report({
    path,
    code: 'REWRITE_NEEDS_NGINX',
    message: networkMessages.rewriteClass({ class: ingressClassName }),
    fix: networkMessages.rewriteClassFix,
    severity: 'warning',
  });
}

function unanchored(match: string) {
  const message = networkMessages.patternStart({ pattern: match });
  return { code: 'INVALID_PATTERN', message, fix: networkMessages.patternStartFix };
}

function checkRepeatedRoutes(entry: IngressEntry, context: CheckContext): void {
  const routeKey = ({ host = entry.hosts?.join() ?? '', path, pathType = entry.defaultPathType }: Route) =>
    `${host} ${path} ${pathType ?? ''}`;
  for (const { index } of repetitions(entry.routes, routeKey)) {
    context.report({
      path: ['routes', index],
      code: 'DUPLICATE_ROUTE',
      message: networkMessages.sameRoute,
      fix: networkMessages.sameRouteFix,
      severity: 'warning',
    });
  }
}

function checkCertificates({ annotations = {}, tls = [] }: IngressEntry, context: CheckContext): void {
  // Certificates that an issuer makes are not there before the first delivery.
  if (Object.keys(annotations).some((key) => key.startsWith('cert-manager.io/'))) return;
  for (const [index, { secretName }] of tls.entries()) {
    if (secretName === undefined) continue;
    expectSource(context, { kind: 'secret', name: secretName, path: ['tls', index, 'secretName'] });
  }
}

/** An Ingress reaches only Services of its own namespace. */
function checkNamespace({ namespace, routes }: IngressEntry, context: CheckContext): void {
  if (namespace === undefined || context.namespace === undefined || namespace === context.namespace) return;
  const inside = routes.find((route) => context.endpoint(route.backend.serviceName) !== undefined);
  if (inside === undefined) return;
  context.report({
    path: ['namespace'],
    code: 'BACKEND_IN_OTHER_NAMESPACE',
    message: networkMessages.backendOutOfReach({
      namespace,
      name: inside.backend.serviceName,
      other: context.namespace,
    }),
    fix: networkMessages.backendOutOfReachFix,
  });
}

/** Ways in from outside, as Kubernetes Ingresses. */
export const ingress = defineTrait({
  summary: 'Hosts and paths under which the outside reaches services, as Kubernetes Ingresses.',
  schema: z.array(ingressEntry).max(100),
  scope: 'container',
  profile: { kind: 'ingress', schema: ingressProfile },
  exclusiveNames: exclusiveRouteNames,
  fits: ({ serves }) => serves !== undefined,
  check: (entries, context) => {
    for (const [index, entry] of entries.entries()) {
      checkIngress(entry, { ...context, report: reportBelow(context.report, [index]) });
    }
    for (const { index, key } of repetitions(entries, (entry) => entry.name)) {
      context.report({
        path: [index, 'name'],
        code: 'DUPLICATE_INGRESS',
        message: networkMessages.ingressNameTaken({ name: key }),
        fix: networkMessages.entryNameFix,
      });
    }
  },
});
