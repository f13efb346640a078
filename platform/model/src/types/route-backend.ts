import * as z from 'zod';
import { field, port } from '../field/index.ts';
import { fieldMessages, networkMessages } from '../messages/index.ts';
import { type DocumentPath, rejection } from '../problem/index.ts';
import type { CheckContext } from './check-context.ts';

const SERVICE_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const NAME_FIX = networkMessages.serviceNameFix;
const HTTP_PORT = 80;

/** Where requests go: a component, or a Service the namespace already has. */
export const backendFields = {
  serviceName: field(
    z
      .string()
      .trim()
      .toLowerCase()
      .min(1)
      .refine((value) => value === '' || SERVICE_NAME.test(value), {
        ...rejection((input) => networkMessages.serviceNameInvalid({ name: String(input) }), {
          code: 'INVALID_NAME_FORMAT',
          fix: NAME_FIX,
        }),
      }),
    { missing: 'MISSING_SERVICE_NAME', fix: NAME_FIX },
  ),
  servicePort: port().optional(),
};

/** The port requests go to: the one given, else the only one there is, else that of HTTP. */
export function backendPort(given: number | undefined, served: readonly number[] = []): number {
  return given ?? (served.length === 1 ? served[0] : undefined) ?? HTTP_PORT;
}

/** A backend and where it stands. */
export interface ExpectedBackend {
  readonly serviceName: string;
  readonly servicePort?: number | undefined;
  readonly path: DocumentPath;
}

/** Reports a backend the document lacks, and a port that the document's own component does not serve. */
export function expectBackend(context: CheckContext, { serviceName, servicePort, path }: ExpectedBackend): void {
  const endpoint = context.endpoint(serviceName);
  const ports = endpoint === undefined ? [] : endpoint.ports;
  if (ports === undefined) return;
  if (ports.length === 0) {
    context.report({
      path: [...path, 'serviceName'],
      code: 'REFERENCE_NOT_IN_DOCUMENT',
      message:
        endpoint === undefined
          ? networkMessages.backendNotFound({ name: serviceName })
          : networkMessages.backendWithoutPort({ name: serviceName }),
      fix: endpoint === undefined ? NAME_FIX : networkMessages.exposePort({ name: serviceName }),
      severity: 'warning',
    });
    return;
  }
  const wanted = backendPort(servicePort, ports);
  if (ports.includes(wanted)) return;
  context.report({
    path: [...path, 'servicePort'],
    code: 'SERVICE_PORT_NOT_FOUND',
    message: networkMessages.portNotServed({ name: serviceName, port: String(wanted) }),
    fix: fieldMessages.useOneOf({ names: ports.map(String) }),
  });
}
