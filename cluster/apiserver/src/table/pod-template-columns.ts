import type { PodTemplate } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { labelText, NAME } from './common-columns.ts';

/** Columns of pod templates. */
export const podTemplateColumns: Columns<PodTemplate> = {
  columns: [
    NAME,
    { name: 'Containers', cell: ({ template }) => names(template?.spec?.containers) },
    { name: 'Images', cell: ({ template }) => (template?.spec?.containers ?? []).map(({ image }) => image).join(',') },
    { name: 'Pod Labels', cell: ({ template }) => labelText(template?.metadata?.labels) },
  ],
};

function names(containers: readonly { readonly name: string }[] | undefined): string {
  return (containers ?? []).map(({ name }) => name).join(',');
}
