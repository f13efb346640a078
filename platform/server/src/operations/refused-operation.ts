import type { OperationKind, OperationProblem } from '@kubemin/engine';
import { Refusal } from '../http/refusal.ts';

/** Where in the request a component is named. */
const PATHS: Readonly<Partial<Record<OperationKind, string>>> = { scale: 'replicas', restart: 'components' };

/** The refusal of an operation that does not fit the components; all that is wrong is listed. */
export function refusedOperation(name: string, kind: OperationKind, found: readonly OperationProblem[]): Refusal {
  const [first] = found;
  const more = found.length > 1 ? ` (and ${found.length - 1} more, see problems)` : '';
  const problems = found.map(({ component, code, message, fix }) => {
    const path = component === '' ? '' : `${PATHS[kind] ?? 'components'}.${component}`;
    return { path, code, message, fix, severity: 'error' as const };
  });
  return new Refusal('OPERATION_REFUSED', `${kind} of application ${name} is refused: ${first?.message}${more}`, {
    problems,
  });
}
