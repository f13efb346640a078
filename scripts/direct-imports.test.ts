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
    "import type { Pod } from '@kubemin/kubeapi/types/core.v1';",
    "import { readFileSync } from 'node:fs';",
  ].join('\n');
  expect(importDirectly(source, agent).split('\n')).toEqual([
    'import { createManager as createManager } from "../../../controller/src/manager/manager.ts";',
    '',
    '',
    '',
    'import { imageArchitecture as architecture } from "../images/image-store.ts";',
    'import { core as core } from "../../../../core/kubeapi/src/generated/resources.gen.ts";',
    "import type { Pod } from '@kubemin/kubeapi/types/core.v1';",
    "import { readFileSync } from 'node:fs';",
  ]);
});

test('a name that an entry file declares itself is imported from there', () => {
  const source = "import { nodeCatalogues } from '../messages/index.ts';";
  expect(importDirectly(source, agent)).toBe(
    'import { nodeCatalogues as nodeCatalogues } from "../messages/index.ts";',
  );
});

test('names that are imported on demand come from their own files', () => {
  const source = "const { runAgentProcess } = await import('@kubemin/node');";
  expect(importDirectly(source, agent)).toBe(
    'const { runAgentProcess: runAgentProcess } = await import("./agent-process.ts");',
  );
  const whole = "const node = await import('@kubemin/node');";
  expect(importDirectly(whole, agent)).toBe(whole);
});

test('names of several files that are imported on demand are loaded together', () => {
  const source = "const { createManager, WorkQueue: Queue } = await import('@kubemin/controller');";
  expect(importDirectly(source, agent)).toBe(
    'const [{ createManager: createManager }, { WorkQueue: Queue }] = await Promise.all([' +
      'import("../../../controller/src/manager/manager.ts"), import("../../../controller/src/reconcile/queue/work-queue.ts")]);',
  );
});

test('names passed to a callback come from the file that declares them', () => {
  const source = "import('@kubemin/kubeapi/protobuf').then(({ ProtobufDecoder }) => new ProtobufDecoder())";
  expect(importDirectly(source, agent)).toBe(
    'import("../../../../core/kubeapi/src/protobuf/protobuf-decoder.ts").then(({ ProtobufDecoder: ProtobufDecoder }) => new ProtobufDecoder())',
  );
});

test('re-exports are followed into other packages, up to entry files that stay', () => {
  const source = "import { closestName } from '@kubemin/model';\nimport { sql, type Kysely } from '@kubemin/sql';";
  expect(importDirectly(source, agent).split('\n')).toEqual([
    'import { closestName as closestName } from "../../../../core/base/src/basics/index.ts";',
    'import { sql as sql } from "kysely";',
  ]);
});

test('a name that an entry file imports and exports comes from the file that declares it', () => {
  const source = "import { queueMessages } from '@kubemin/engine/messages';";
  expect(importDirectly(source, agent)).toBe(
    'import { queueMessages as queueMessages } from "../../../../platform/engine/src/messages/queue.ts";',
  );
});
