import { dataMessages } from '../messages/index.ts';
import type { CheckContext } from './check-context.ts';
import { isDataKey } from './data-map.ts';

const URL_KEY = 'config.url';
const FILE_NAME_KEY = 'config.fileName';

/** Where a config's only entry comes from when its data is fetched instead of written down. */
export interface ConfigSource {
  readonly url: string;
  /** The key the fetched text gets. */
  readonly key: string;
}

/** The source a config names with the keys `config.url` and `config.fileName`; undefined when its data is its own. */
export function configSource(conf: Readonly<Record<string, string>>): ConfigSource | undefined {
  const url = conf[URL_KEY]?.trim() ?? '';
  return url === '' ? undefined : { url, key: conf[FILE_NAME_KEY]?.trim() || 'config' };
}

/** Checks a config's source: who fetches it must be able to, and nothing written beside it is used. */
export function checkConfigSource(conf: Readonly<Record<string, string>>, context: CheckContext): void {
  const source = configSource(conf);
  if (source === undefined) return;
  const at = (key: string) => ['conf', key];
  if (!isWebAddress(source.url)) {
    context.report({
      path: at(URL_KEY),
      code: 'INVALID_CONFIG_URL',
      message: dataMessages.sourceUrl({ url: source.url }),
      fix: dataMessages.sourceUrlFix,
    });
  }
  if (!isDataKey(source.key)) {
    context.report({
      path: at(FILE_NAME_KEY),
      code: 'INVALID_CONFIG_KEY',
      message: dataMessages.sourceKey({ key: source.key }),
      fix: dataMessages.sourceKeyFix,
    });
  }
  for (const key of Object.keys(conf)) {
    if (key === URL_KEY || key === FILE_NAME_KEY) continue;
    context.report({
      path: at(key),
      code: 'FIELD_IGNORED',
      message: dataMessages.ignoredBesideUrl({ key, url: URL_KEY }),
      fix: dataMessages.ignoredBesideUrlFix({ url: URL_KEY }),
      severity: 'warning',
    });
  }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return false;
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}
