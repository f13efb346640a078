import type { TableColumn } from '@kubemin/controller';

/** The API group of all resources of this package. */
export const FUNCTIONS_GROUP = 'functions.kubemin.io';
export const FUNCTIONS_VERSION = 'v1';

/** The last column of every table. */
export const typicalColumns: readonly TableColumn[] = [
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];
