import * as z from 'zod';
import { annotations, labels } from '../../field/index.ts';
import { defineComponentType } from '../component-type.ts';
import { checkConfigSource, configSource } from '../config-source.ts';
import { checkDataSize, dataMap } from '../data-map.ts';

/** Settings that are not secret: a ConfigMap named like the component. */
export const config = defineComponentType({
  summary: 'Settings others read as variables or files.',
  properties: z.object({ conf: dataMap(), labels: labels(), annotations: annotations() }),
  image: 'none',
  provides: { kind: 'config', keys: ({ conf }) => dataKeys(conf) },
  check: (properties, context) => {
    checkDataSize(properties.conf, 'conf', context);
    checkConfigSource(properties.conf, context);
  },
});

function dataKeys(conf: Readonly<Record<string, string>>): readonly string[] {
  const source = configSource(conf);
  return source === undefined ? Object.keys(conf) : [source.key];
}

/** Settings that must not be seen: a Secret named like the component. */
export const secret = defineComponentType({
  summary: 'Passwords, keys and certificates others read as variables or files.',
  properties: z.object({ secret: dataMap({ values: 'hidden' }), labels: labels(), annotations: annotations() }),
  image: 'none',
  provides: { kind: 'secret', keys: (properties) => Object.keys(properties.secret) },
  check: (properties, context) => checkDataSize(properties.secret, 'secret', context),
});
