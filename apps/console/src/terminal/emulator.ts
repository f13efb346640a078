import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';

/** A terminal emulator in an element, which follows its size and the theme of the page until it is disposed. */
export interface Emulator {
  readonly terminal: Terminal;
  dispose(): void;
}

export function createEmulator(element: HTMLElement): Emulator {
  const terminal = new Terminal({ cursorBlink: false, scrollback: 5_000, ...fontOptions(), theme: readTheme() });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(element);
  const resized = new ResizeObserver(() => {
    // A tab of the dock behind another one has no size.
    if (element.clientWidth > 0) fit.fit();
  });
  resized.observe(element);
  const themed = new MutationObserver(() => {
    terminal.options.theme = readTheme();
  });
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return {
    terminal,
    dispose: () => {
      resized.disconnect();
      themed.disconnect();
      terminal.dispose();
    },
  };
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The terminal draws with colours of its own: they are those of the theme. */
function readTheme(): ITheme {
  const colours = {
    black: token('--text-3'),
    red: token('--state-failed'),
    green: token('--state-completed'),
    yellow: token('--warn'),
    blue: token('--state-running'),
    magenta: token('--state-rejected'),
    cyan: token('--state-skipped'),
    white: token('--text-2'),
  };
  return {
    ...colours,
    brightBlack: colours.black,
    brightRed: colours.red,
    brightGreen: colours.green,
    brightYellow: colours.yellow,
    brightBlue: colours.blue,
    brightMagenta: colours.magenta,
    brightCyan: colours.cyan,
    brightWhite: token('--text'),
    foreground: token('--text'),
    background: token('--bg-sunken'),
    cursor: token('--text'),
    cursorAccent: token('--bg-sunken'),
    selectionBackground: token('--accent-line'),
  };
}

function fontOptions() {
  return { fontFamily: token('--font-mono'), fontSize: Number.parseInt(token('--text-12'), 10) };
}
