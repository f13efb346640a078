/** The way to a value inside a document: keys of objects, indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** `spec.containers[0].image`: how Kubernetes writes a path in messages. */
export function formatJsonPath(path: JsonPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}
