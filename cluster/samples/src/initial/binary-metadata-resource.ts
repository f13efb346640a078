import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';

/** `BinaryMetadata`: a program that activities may run, where it comes from and what it must be. */
export const binaryMetadatas = defineCustomResource({
  group: 'catalog.minik8s.io',
  version: 'v1',
  kind: 'BinaryMetadata',
  prefix: 'binmeta',
  scope: 'Namespaced',
  description: 'A program that activities may run.',
  spec: z.object({
    name: z.string().min(1).meta({ description: 'Of the program.' }),
    version: z.string().min(1),
    os: z.string().min(1).default('linux'),
    arch: z.string().min(1).default('amd64'),
    url: z
      .string()
      .regex(/^https?:\/\/\S+$/)
      .optional()
      .meta({ description: 'Where it is had from; without one it is expected on the machine.' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    size: z.int().min(0).optional().meta({ description: 'In bytes.' }),
    command: z.string().min(1).meta({ description: 'How it is called; {name} stands for a parameter.' }),
  }),
  status: z.object({ available: z.boolean().optional() }),
  columns: [
    { name: 'Program', type: 'string', jsonPath: '.spec.name' },
    { name: 'Version', type: 'string', jsonPath: '.spec.version' },
    { name: 'Available', type: 'boolean', jsonPath: '.status.available' },
  ],
});

/** An object of the resource `binarymetadatas`. */
export type BinaryMetadata = ObjectOf<typeof binaryMetadatas>;
