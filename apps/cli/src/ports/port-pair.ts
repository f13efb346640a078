import { InvalidValue, type Reader } from '../command/parameter.ts';

/** A port here and the port there it leads to. */
export interface PortPair {
  /** 0 takes a free one; undefined the number of the other, if that has one. */
  readonly local: number | undefined;
  /** A number, or the name a container or a Service has for it. */
  readonly remote: number | string;
}

const HIGHEST = 65_535;
const PAIR = /^(?:(\d{0,5}):)?(?:(\d{1,5})|([a-z0-9-]*[a-z][a-z0-9-]*))$/;

/** Reads `8080:80`, `80`, `:80` and the same with the name of a port. */
export const portPair: Reader<PortPair> = (text) => {
  const [whole, local, number, name] = PAIR.exec(text) ?? [];
  const pair = {
    local: local === undefined ? undefined : Number(local),
    remote: number === undefined ? (name ?? '') : Number(number),
  };
  const numbers = [pair.local ?? 0, typeof pair.remote === 'number' ? pair.remote : 1];
  if (whole !== undefined && pair.remote !== 0 && numbers.every((port) => port <= HIGHEST)) return pair;
  throw new InvalidValue({
    en: 'write LOCAL:REMOTE, as 8080:80; REMOTE alone is both, :REMOTE takes a free port here',
    zh: '请写 LOCAL:REMOTE，如 8080:80；只写 REMOTE 表示两端相同，:REMOTE 表示任选本地空闲端口',
  });
};
