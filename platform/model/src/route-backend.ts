import * as z from 'zod';
import type { CheckContext } from './check-context.ts';
import type { DocumentPath } from './document-path.ts';
import { field } from './field.ts';
import { port } from './port.ts';

const SERVICE_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const NAME_FIX = 'Give the name of a component of this application, or of a Service in its namespace.';
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
        error: (issue) => `"${String(issue.input)}" cannot be the name of a Service.`,
        params: { code: 'INVALID_NAME_FORMAT', fix: NAME_FIX },
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
    const reason = endpoint === undefined ? 'No component is called' : 'No port is exposed by the component';
    context.report({
      path: [...path, 'serviceName'],
      code: 'REFERENCE_NOT_IN_DOCUMENT',
      message: `${reason} "${serviceName}"; a Service of that name must already exist in the namespace.`,
      fix:
        endpoint === undefined
          ? NAME_FIX
          : `List the port under "properties.ports" of "${serviceName}", which must be of a type that serves others, such as webservice.`,
      severity: 'warning',
    });
    return;
  }
  const wanted = backendPort(servicePort, ports);
  if (ports.includes(wanted)) return;
  context.report({
    path: [...path, 'servicePort'],
    code: 'SERVICE_PORT_NOT_FOUND',
    message: `"${serviceName}" does not serve port ${wanted}; requests would never arrive.`,
    fix: `Use one of: ${ports.join(', ')}.`,
  });
}
