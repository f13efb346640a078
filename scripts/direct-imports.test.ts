import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importDirectly } from './direct-imports.ts';

const agent = join(import.meta.dirname, '..', 'cluster', 'node', 'src', 'agent', 'agent-process.ts');

test('names come from the files that declare them, on the same lines', () => {
  const source = [
    'import {',
    '  type Controller,',
    '  createManager,',
    "} from '@kubemin/controller';",
    "import { imageArchitecture as architecture } from '../images/index.ts';",
    "import { core } from '@kubemin/kubeapi/resources';",
  ].join('\n');
  expect(importDirectly(source, agent).split('\n')).toEqual([
    'import { createManager as createManager } from "../../../controller/src/manager/manager.ts";',
    '',
    '',
    '',
    'import { imageArchitecture as architecture } from "../images/image-store.ts";',
    "import { core } from '@kubemin/kubeapi/resources';",
  ]);
});

test('a name that an entry file declares itself is imported from there', () => {
  const source = "import { nodeAgent } from './index.ts';";
  expect(importDirectly(source, agent)).toBe('import { nodeAgent as nodeAgent } from "./index.ts";');
});

test('one name of a package that is imported on demand comes from its own file', () => {
  const source = "const { runAgentProcess } = await import('@kubemin/node');";
  expect(importDirectly(source, agent)).toBe('const { runAgentProcess } = await import("./agent-process.ts");');
  const whole = "const node = await import('@kubemin/node');";
  expect(importDirectly(whole, agent)).toBe(whole);
});
