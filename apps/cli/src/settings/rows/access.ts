import { defineSetting } from '../setting.ts';
import { textList } from '../setting-types/text-list.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** Who may ask from where, and how often. */
export const accessSettings = {
  requestsPerSecond: defineSetting({
    flag: 'requests-per-second',
    yaml: ['access.requestsPerSecond'],
    type: wholeNumber({ min: 1 }),
    default: 5_000,
    doc: 'How many requests a second one token may send to this instance in the long run; more are answered with 429.',
  }),
  requestsBurst: defineSetting({
    flag: 'requests-burst',
    yaml: ['access.requestsBurst'],
    type: wholeNumber({ min: 1 }),
    default: 20_000,
    doc: 'How many requests one token that has been quiet may send at once.',
  }),
  failedTokensPerSecond: defineSetting({
    flag: 'failed-tokens-per-second',
    yaml: ['access.failedTokensPerSecond'],
    type: wholeNumber({ min: 1 }),
    default: 5,
    doc: 'How many tokens that open nothing one address may try a second in the long run; more are answered with 429.',
  }),
  failedTokensBurst: defineSetting({
    flag: 'failed-tokens-burst',
    yaml: ['access.failedTokensBurst'],
    type: wholeNumber({ min: 1 }),
    default: 100,
    doc: 'How many tokens that open nothing one address may try at once.',
  }),
  trustedProxies: defineSetting<readonly string[]>({
    flag: 'trusted-proxies',
    yaml: ['access.trustedProxies'],
    type: textList({
      expected: 'an address or a network',
      example: '10.0.0.0/8',
      pattern: /^[0-9a-fA-F.:]+(\/\d{1,3})?$/,
    }),
    default: [],
    doc: 'Proxies whose `X-Forwarded-For` is believed, for limits and the audit; without any, the other end of the connection counts.',
  }),
  corsOrigins: defineSetting<readonly string[]>({
    flag: 'cors-origins',
    yaml: ['access.corsOrigins'],
    type: textList({
      expected: '`*` or an origin without a path',
      example: 'https://console.example.com',
      pattern: /^(\*|https?:\/\/[^/\s]+)$/,
    }),
    default: [],
    doc: 'Origins whose web pages may use the API; `*` means any. None means that only pages of the platform itself may.',
  }),
} as const;
