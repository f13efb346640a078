import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/** An expression that does not compile, or that has no value for its input. */
export class CelError extends TerminalError {
  constructor(message: string) {
    super(verbatim(message), { code: 'CEL_ERROR' });
  }
}

/** The error of a place in an expression, as the compiler of Kubernetes words it. */
export function compileError(source: string, at: number, why: string): CelError {
  const before = source.slice(0, at).split('\n');
  const line = source.split('\n')[before.length - 1] ?? '';
  const column = before.at(-1)?.length ?? 0;
  return new CelError(`ERROR: <input>:${before.length}:${column + 1}: ${why}\n | ${line}\n | ${'.'.repeat(column)}^`);
}
