import { isRecord } from '@kubemin/base';
import type { FunctionCallBody } from '@kubemin/client';

/** The arguments in a text; undefined for what is no JSON object. */
export function parseArguments(text: string): FunctionCallBody['arguments'] | undefined {
  try {
    const value: FunctionCallBody['arguments'] = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
