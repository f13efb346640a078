import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';

/** `Catalog`: a shelf that kinds of resources stand on where people choose among them. */
export const catalogs = defineCustomResource({
  group: 'catalog.minik8s.io',
  version: 'v1',
  kind: 'Catalog',
  scope: 'Cluster',
  description: 'A shelf for kinds of resources: the catalog that a declaration names.',
  spec: z.object({
    title: z.string().min(1).meta({ description: 'What people read.' }),
    description: z.string().optional(),
    order: z.int().default(0).meta({ description: 'Lower ones come first.' }),
    parent: z.string().min(1).optional().meta({ description: 'Name of the Catalog that this one is part of.' }),
    icon: z.string().optional(),
  }),
  columns: [
    { name: 'Title', type: 'string', jsonPath: '.spec.title' },
    { name: 'Order', type: 'integer', jsonPath: '.spec.order' },
  ],
});

/** An object of the resource `catalogs`. */
export type Catalog = ObjectOf<typeof catalogs>;
