import { badRequest, formatJsonPath, JsonError, readJson } from '@kubemin/kubeapi';
import type { BodyDocument } from './body-document.ts';

/** Reads a body in JSON; 400 when it is none. */
export function readJsonBody(text: string): BodyDocument {
  try {
    const { value, duplicates, inexact } = readJson(text);
    return { value, inexact, objections: duplicates.map((path) => `duplicate field "${formatJsonPath(path)}"`) };
  } catch (error) {
    if (error instanceof JsonError) throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`);
    throw error;
  }
}
