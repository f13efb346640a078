import { constants } from 'node:os';

const REAL_TIME = { MIN: 34, MAX: 64 } as const;

/** An image may name any stop signal, also by its number or as `SIGRTMIN+3`; one that does not exist becomes SIGTERM. */
export function signalNumber(name = ''): number {
  const text = name.trim().toUpperCase().replace(/^SIG/, '');
  const byName = new Map<string, number>(Object.entries(constants.signals)).get(`SIG${text}`);
  const [, from, step = '0'] = /^RT(MIN|MAX)([+-]\d{1,2})?$/.exec(text) ?? [];
  const realTime = from === 'MIN' || from === 'MAX' ? REAL_TIME[from] + Number(step) : undefined;
  const number = byName ?? realTime ?? (/^\d{1,2}$/.test(text) ? Number(text) : 0);
  return number >= 1 && number <= REAL_TIME.MAX ? number : constants.signals.SIGTERM;
}
