import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'programs', name), 'utf8');

/** The programs that run functions in pods. Evaluated by a build, so that a bundle has them. */
export const runtimePrograms = { node: read('runtime-server.mjs'), python: read('runtime_server.py') };
