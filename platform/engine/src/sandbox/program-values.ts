import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';

const OUTPUT_LINE = /^::output ([A-Za-z_][\w-]*)=(.*)$/;

/**
 * What a program leaves: an object when it wrote one as JSON to its termination message, and each line `::output
 * name=value` of its log. `result` is the termination message as a whole. Pure.
 */
export function programValues(terminationMessage: string, log: string): JsonObject {
  const fromLog = log.split('\n').flatMap((line) => {
    const [, name, value] = OUTPUT_LINE.exec(line.trimEnd()) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  const text = terminationMessage.trim();
  const json = parsed(text);
  const result = json ?? text;
  return { ...Object.fromEntries(fromLog), ...json, ...(text !== '' && { result }) };
}

/** Undefined when the text is no JSON object. */
function parsed(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
