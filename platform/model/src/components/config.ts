import * as z from 'zod';
import { defineComponentType } from '../component-type.ts';
import { checkDataSize, dataMap } from '../data-map.ts';
import { annotations, labels, reportReservedLabels } from '../labels.ts';

/** Settings that are not secret: a ConfigMap named like the component. */
export const config = defineComponentType({
  summary: 'Settings others read as variables or files.',
  properties: z.object({ conf: dataMap(), labels: labels(), annotations: annotations() }),
  image: 'none',
  provides: { kind: 'config', keys: (properties) => Object.keys(properties.conf) },
  check: (properties, context) => {
    reportReservedLabels(properties.labels, context.report);
    checkDataSize(properties.conf, 'conf', context);
    if (properties.conf['config.url'] === undefined) return;
    context.report({
      path: ['conf', 'config.url'],
      code: 'CONFIG_URL_UNSUPPORTED',
      message: 'Fetching a config from a URL is not supported.',
      fix: 'Put the content itself under "conf", with the file name as key.',
    });
  },
});
