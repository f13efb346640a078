import { Document, isNode, isScalar } from 'yaml';
import type { AppConfig } from './app-config.ts';
import { describeConfigSource } from './config-source.ts';

/** A URL may contain a password where none belongs. */
const PASSWORD = /(:\/\/)[^/@\s]*@/g;

/** The settings in effect as a configuration file, each with its source as a comment. Reading it returns the same settings. */
export function printConfig({ values }: AppConfig): string {
  const document = new Document({});
  for (const row of values.rows) {
    const value = values.get(row);
    if (value === undefined || (row.only === 'file' && !values.isSet(row))) continue;
    const path = row.yaml[0].split('.');
    document.setIn(path, document.createNode(withoutPasswords(row.type.show(value))));
    const node = document.getIn(path, true);
    const comment = ` ${describeConfigSource(values.source(row))}`;
    if (isScalar(node)) node.comment = comment;
    else if (isNode(node)) node.commentBefore = comment;
  }
  return document.toString({ lineWidth: 0 });
}

function withoutPasswords(shown: unknown): unknown {
  return JSON.parse(JSON.stringify(shown).replace(PASSWORD, '$1***@'));
}
