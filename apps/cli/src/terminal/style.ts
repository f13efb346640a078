/** Colours, or none: the same words either way. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  magenta(text: string): string;
}

const plain = (text: string): string => text;
const code =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`;

const COLOURED: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  green: code(32, 39),
  red: code(31, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
  magenta: code(35, 39),
};

const PLAIN: Style = {
  bold: plain,
  dim: plain,
  green: plain,
  red: plain,
  yellow: plain,
  cyan: plain,
  magenta: plain,
};

export function createStyle(colour: boolean): Style {
  return colour ? COLOURED : PLAIN;
}
